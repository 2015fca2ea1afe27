import type { Context } from '#kernel/server';
import { mustGet } from '#kernel/language/must.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { refuse } from '../refusals.ts';
import { progressOf } from './apply.rules.ts';
import { materialApply } from './material-apply.paper.ts';

interface Recounted {
  readonly applyId: string;
  readonly item: string;
  readonly approvedQty: string;
  readonly closedQty: string;
  readonly shippedQty: string;
  readonly left: string;
  readonly isOver: boolean;
}

/** A shipment whose state is about to be written: it counts, or no longer counts. */
interface Changing {
  readonly with?: string;
  readonly without?: string;
}

/** Shipments in these states have left the store. */
const LEFT = `h.document_status in ('transmitted', 'closed')`;

/**
 * Recount what was shipped for the lines of requests, and write it where it is within the approved quantity. The caller
 * holds the requests. Guard and write are one statement.
 */
async function recounted(context: Context, applyIds: readonly string[], changing: Changing): Promise<Recounted[]> {
  return context.sql.query<Recounted>(
    `with s as (
      select d.id, d.materials_apply_id, d.item_name, coalesce(d.approved_qty, 0) as approved, coalesce(d.closed_qty, 0) as closed, coalesce(x.qty, 0) as shipped
      from asmaterialapplydetails d cross join lateral (
        select sum(e.ship_qty) as qty from asmaterialshipmentsdetails e join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id and h.is_deleted = 0
        where e.tenant_id = d.tenant_id and e.apply_detail_id = d.id and e.is_deleted = 0 and (${LEFT} or h.id = $3::bigint) and h.id is distinct from $4::bigint) x
      where d.tenant_id = $1 and d.materials_apply_id = any($2::bigint[]) and d.is_deleted = 0),
    u as (
      update asmaterialapplydetails d set shipped_qty = s.shipped, version = d.version + 1, update_user = $5, update_time = $6::timestamptz,
        line_status = case when s.shipped < s.approved - s.closed then case when s.shipped > 0 then 'part' else 'open' end when s.closed > 0 or s.shipped = 0 then 'closed' else 'done' end
      from s where d.tenant_id = $1 and d.id = s.id and s.shipped + s.closed <= s.approved returning d.id)
    select s.materials_apply_id::text as "applyId", s.item_name as item, s.approved::text as "approvedQty", s.closed::text as "closedQty", s.shipped::text as "shippedQty",
      greatest(s.approved - s.closed - coalesce(d.shipped_qty, 0), 0)::text as left, s.id not in (select id from u) as "isOver"
    from s join asmaterialapplydetails d on d.tenant_id = $1 and d.id = s.id order by s.id`,
    [context.tenantId, applyIds, changing.with ?? null, changing.without ?? null, context.person.id, context.now()],
  );
}

/**
 * Recount the lines of requests, and move the requests to the state that follows. Refuse more than was approved
 * (`maintenance.quantityExceeded`).
 */
export async function recountApplies(
  context: Context,
  applyIds: readonly string[],
  why: 'transmit' | 'revert',
  changing: Changing,
): Promise<void> {
  if (!applyIds.length) return;
  const rows = await recounted(context, applyIds, changing);
  const over = rows.find((row) => row.isOver);
  if (over) throw refuse.quantityExceeded({ item: over.item, n: quantityText(over.left) });
  const byApply = Map.groupBy(rows, (row) => row.applyId);
  for (const id of applyIds.toSorted()) {
    const to = progressOf(byApply.has(id) ? mustGet(byApply, id) : []);
    await context.move(materialApply, id, to, why);
  }
}

/** Return the requests whose lines some shipments have. */
export async function appliesOf(context: Context, shipmentIds: readonly string[]): Promise<string[]> {
  const rows = await context.sql.query<{ id: string }>(
    `select distinct d.materials_apply_id::text as id from asmaterialshipmentsdetails e join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id
    where e.tenant_id = $1 and e.material_shipments_id = any($2::bigint[]) and e.is_deleted = 0`,
    [context.tenantId, shipmentIds],
  );
  return rows.map((row) => row.id).toSorted();
}

/** Lock the requests of shipments: they come before the shipments in the order of locks. */
export async function lockAppliesOf(context: Context, shipmentIds: readonly string[]): Promise<void> {
  const ids = await appliesOf(context, shipmentIds);
  if (ids.length) await context.lockRows(materialApply, ids);
}
