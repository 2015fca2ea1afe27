import type { Reading } from '#kernel/server';
import type { OrderWithParts } from '#business/dispatch/candidates/parts-ready.server.ts';
import { dispatchFormFacts } from '#business/dispatch/dispatch-form/dispatch-form-facts.relation.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';

const stockOf = (type: 'person' | 'transit'): string =>
  `coalesce((select sum(s.on_hand) from ${stockFacts} s join ${warehouseFacts} w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id and w.technician_id = p.technician_id and w.warehouse_type = '${type}'
        where s.tenant_id = $1 and s.material_id = p.material_id and s.material_status = 'good' and s.is_deleted = 0), 0)`;

const requestedIn = (qty: string, states: string): string =>
  `coalesce((select sum(${qty}) from asmaterialapplydetails d join asmaterialapply a on a.tenant_id = d.tenant_id and a.id = d.materials_apply_id and a.is_deleted = 0
        where d.tenant_id = $1 and a.registration_form_id = p.id and d.material_id = p.material_id and d.is_deleted = 0 and a.document_status in (${states})), 0)`;

/**
 * SQL of the suggested parts of orders, as the table `m`. `$1` is the tenant, `$2` and `$3` are orders and technicians.
 * Good parts in the van, on their way to it, or approved for the order count as there.
 */
export const WANTED_PARTS = `with o as (select * from unnest($2::bigint[], $3::bigint[]) as u(id, technician_id)),
  p as (select o.id, o.technician_id, (h.value->>'materialId')::bigint as material_id, sum((h.value->>'qty')::numeric) as qty from o
    join ${dispatchFormFacts} f on f.tenant_id = $1 and f.registration_form_id = o.id and f.is_deleted = 0 and f.dispatch_status <> 'cancelled'
    cross join lateral jsonb_array_elements(coalesce(f.material_hint, '[]'::jsonb)) as h(value) where h.value->>'materialId' ~ '^\\d+$' group by 1, 2, 3),
  k as (select p.*, ${stockOf('person')} as held, ${stockOf('transit')} as coming,
    ${requestedIn('d.approved_qty - coalesce(d.shipped_qty, 0) - coalesce(d.closed_qty, 0)', "'approved', 'published', 'partShipped'")} as approved,
    ${requestedIn('d.apply_qty', "'draft', 'returned', 'submitted'")} as requested from p),
  m as (select k.*, greatest(k.qty - k.held - k.coming - k.approved, 0) as short from k)`;

/** A suggested part of an order, and where it is. `short`: neither in the van, nor on its way, nor approved. */
export interface WantedPart {
  readonly orderId: string;
  readonly materialId: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly qty: string;
  readonly held: string;
  readonly coming: string;
  readonly approved: string;
  /** Requested, and not examined. */ readonly requested: string;
  readonly short: string;
}

/** Return the values that `WANTED_PARTS` needs. */
export const wantedBy = (reading: Reading, orders: readonly OrderWithParts[]): readonly unknown[] => [
  reading.tenantId,
  orders.map((one) => one.id),
  orders.map((one) => one.technicianId),
];

/** Return the suggested parts of orders, each with where it is. */
export async function wantedPartsOf(reading: Reading, orders: readonly OrderWithParts[]): Promise<WantedPart[]> {
  if (!orders.length) return [];
  return reading.sql.query<WantedPart>(
    `${WANTED_PARTS} select m.id::text as "orderId", m.material_id::text as "materialId", i.item_code as "itemCode", i.item_name as "itemName", m.qty::text as qty, m.held::text as held, m.coming::text as coming, m.approved::text as approved, m.requested::text as requested, m.short::text as short
    from m join ${materialFacts} i on i.tenant_id = $1 and i.id = m.material_id order by m.id, i.item_code`,
    [...wantedBy(reading, orders)],
  );
}
