import type { Reading } from '#kernel/server';
import { reservationFacts } from '#business/materials/stores/facts/reservation-facts.relation.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';

/** SQL of what a line `d` of a request `a` still needs: approved and not shipped, or requested before it is examined. */
const OPEN = `case when a.document_status = 'submitted' then d.apply_qty else coalesce(d.approved_qty, 0) - coalesce(d.shipped_qty, 0) - coalesce(d.closed_qty, 0) end`;

/** SQL of what the store of a request has free for a line, with what is reserved for it already. */
const FREE = `coalesce((select sum(s.on_hand - s.reserved) from ${stockFacts} s where s.tenant_id = d.tenant_id and s.warehouse_id = a.from_warehouse_id and s.material_id = d.material_id and s.material_status = 'good' and s.is_deleted = 0), 0)
  + coalesce((select sum(r.qty - r.released_qty) from ${reservationFacts} r join asmaterialshipmentsdetails e on e.tenant_id = r.tenant_id and e.id = r.bill_line_id and e.is_deleted = 0
    where r.tenant_id = d.tenant_id and r.bill_type = 'shipment' and e.apply_detail_id = d.id and r.is_deleted = 0), 0)`;

/** SQL of what is promised for a line `d` of a request `a`, and not in its store; 0 or less where nothing is lacking. */
export const LACKING = `${OPEN} - greatest(${FREE}, 0)`;

/** SQL condition of a list of requests: something that was promised is not in its store. */
export const LACKS = `(t.document_status in ('approved', 'published', 'partShipped') and exists (select 1 from asmaterialapply a join asmaterialapplydetails d on d.tenant_id = a.tenant_id and d.materials_apply_id = a.id and d.is_deleted = 0
  where a.tenant_id = t.tenant_id and a.id = t.id and ${OPEN} > greatest(${FREE}, 0)))`;

/** Needs of a request: its lines, those that the store lacks, and the first of them. */
export interface Need {
  readonly id: string;
  readonly lines: number;
  readonly lacking: number;
  readonly item: string | null;
  readonly qty: string | null;
  /** Another main or area store that has it; null where none has. */ readonly elsewhere: string | null;
}

/** Return what requests need and their stores lack, by request. */
export async function needsOf(reading: Reading, applyIds: readonly string[]): Promise<ReadonlyMap<string, Need>> {
  if (!applyIds.length) return new Map();
  const rows = await reading.sql.query<Need>(
    `with k as (select a.id, d.id as line, d.material_id, d.item_name, a.from_warehouse_id, ${LACKING} as short from asmaterialapply a
      join asmaterialapplydetails d on d.tenant_id = a.tenant_id and d.materials_apply_id = a.id and d.is_deleted = 0 where a.tenant_id = $1 and a.id = any($2::bigint[])),
    f as (select distinct on (k.id) k.id, k.item_name, k.short, k.material_id, k.from_warehouse_id from k where k.short > 0 order by k.id, k.line)
    select k.id::text as id, count(*)::int as lines, count(*) filter (where k.short > 0)::int as lacking, max(f.item_name) as item, max(f.short)::text as qty,
      (select w.warehouse_name from ${stockFacts} s join ${warehouseFacts} w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id and w.warehouse_type in ('main', 'area') and w.status = 1 and w.is_deleted = 0
        where s.tenant_id = $1 and s.material_id = max(f.material_id) and s.material_status = 'good' and s.is_deleted = 0 and w.id <> max(f.from_warehouse_id) and s.on_hand - s.reserved >= max(f.short) order by s.on_hand - s.reserved desc, w.id limit 1) as elsewhere
    from k left join f on f.id = k.id group by k.id`,
    [reading.tenantId, applyIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
