import type { Context } from '#kernel/server';
import { addDays } from '#kernel/language/days.ts';
import { dispatchFormFacts } from '#business/dispatch/dispatch-form/dispatch-form-facts.relation.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { wantedPartsOf } from '../follow/short-parts.server.ts';

/** A material that a van has used, and that the main store has. */
interface Used {
  readonly technicianId: string;
  readonly userId: string;
  readonly materialId: string;
  readonly used: number;
  readonly available: number;
}

/** Materials that a technician requests. */
export interface Want {
  readonly technicianId: string;
  readonly userId: string;
  readonly dispId: string | null;
  readonly needDate: string;
  readonly lines: readonly { readonly materialId: string; readonly available: number }[];
}

const LOOK_BACK_DAYS = 21;

/** The free good stock of the main store, which no request waits for. Computed once, not for each row that joins it. */
const FREE = `w as (select d.material_id, sum(coalesce(d.approved_qty, d.apply_qty) - coalesce(d.shipped_qty, 0) - coalesce(d.closed_qty, 0)) as waiting from asmaterialapplydetails d join asmaterialapply a on a.tenant_id = d.tenant_id and a.id = d.materials_apply_id
    where d.tenant_id = $1 and d.is_deleted = 0 and a.is_deleted = 0 and a.document_status not in ('closed', 'cancelled') group by d.material_id),
  h as (select s.material_id, sum(s.on_hand - s.reserved) as here from ${stockFacts} s join ${warehouseFacts} m on m.tenant_id = s.tenant_id and m.id = s.warehouse_id and m.warehouse_type = 'main' where s.tenant_id = $1 and s.material_status = 'good' and s.serial_no = '' and s.is_deleted = 0 group by s.material_id),
  f as materialized (select h.material_id, h.here - coalesce(w.waiting, 0) as free from h left join w on w.material_id = h.material_id)`;

/** Return the id of the main store. */
export async function mainStore(context: Context): Promise<string> {
  const [store] = await context.sql.query<{ id: string }>(
    `select id::text as id from ${warehouseFacts} where tenant_id = $1 and warehouse_type = 'main' and is_deleted = 0 order by id limit 1`,
    [context.tenantId],
  );
  return store.id;
}

/** Return what the vans have used of late and the main store has, the most used first. */
export async function usedParts(context: Context, day: string): Promise<Map<string, Want>> {
  const rows = await context.sql.query<Used>(
    `with ${FREE}, u as (select w.technician_id, l.material_id, sum(l.qty) as used from ${stockMoveFacts} l join ${warehouseFacts} w on w.tenant_id = l.tenant_id and w.id = l.from_warehouse_id and w.warehouse_type = 'person'
      where l.tenant_id = $1 and l.bill_type = 'consume' and l.post_date > $2::date and coalesce(l.serial_no, '') = '' and l.is_deleted = 0 group by 1, 2)
    select u.technician_id::text as "technicianId", t.user_id::text as "userId", u.material_id::text as "materialId", u.used::float8 as used, f.free::float8 as available
    from u join f on f.material_id = u.material_id and f.free >= 2 join ${technicianFacts} t on t.tenant_id = $1 and t.id = u.technician_id and t.user_id is not null order by u.used desc, u.material_id`,
    [context.tenantId, addDays(day, -LOOK_BACK_DAYS)],
  );
  const wants = new Map<string, Want>();
  for (const [technicianId, used] of Map.groupBy(rows, (row) => row.technicianId))
    wants.set(technicianId, { technicianId, userId: used[0].userId, dispId: null, needDate: day, lines: used });
  return wants;
}

interface Planned {
  readonly id: string;
  readonly dispId: string;
  readonly technicianId: string;
  readonly userId: string;
  readonly needDate: string;
}

/** Return what is missing for visits of the next two days, where nobody has requested it. */
export async function missingParts(context: Context, day: string): Promise<Want[]> {
  const planned = await context.sql.query<Planned>(
    `select distinct on (v.registration_form_id) v.registration_form_id::text as id, v.disp_id::text as "dispId", v.technician_id::text as "technicianId", t.user_id::text as "userId", left(v.plan_start::text, 10) as "needDate"
    from ${visitFacts} v join ${dispatchFormFacts} f on f.tenant_id = v.tenant_id and f.id = v.disp_id and f.material_hint is not null join ${technicianFacts} t on t.tenant_id = v.tenant_id and t.id = v.technician_id and t.user_id is not null
    where v.tenant_id = $1 and v.is_deleted = 0 and v.sent_time is not null and v.task_status in ('pendingAccept', 'accepted', 'appointed') and v.plan_start >= ($2::date)::timestamptz and v.plan_start < ($2::date + 3)::timestamptz
    order by v.registration_form_id, v.plan_start limit 40`,
    [context.tenantId, day],
  );
  const parts = await wantedPartsOf(context, planned);
  const free = await context.sql.query<{ id: string; free: number }>(
    `with ${FREE} select f.material_id::text as id, f.free::float8 as free from f join ${materialFacts} i on i.tenant_id = $1 and i.id = f.material_id where f.material_id = any($2::bigint[]) and f.free >= 1`,
    [context.tenantId, parts.map((one) => one.materialId)],
  );
  const known = new Map(free.map((row) => [row.id, row.free]));
  return planned.flatMap(({ id, ...of }) => {
    const lines = parts.flatMap(({ orderId, materialId, short, requested }) => {
      const available = known.get(materialId) ?? 0;
      return orderId === id && Number(short) > Number(requested) && available >= Number(short)
        ? [{ materialId, available: Number(short) }]
        : [];
    });
    return lines.length ? [{ ...of, lines }] : [];
  });
}
