import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { accessoryFacts } from '#business/materials/items/accessory-facts.relation.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import type { materialShipment } from './material-shipment.paper.ts';

/** A part that belongs to a material of a shipment. */
export interface OfferedPart {
  readonly materialId: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly qty: string;
}

/** Return the parts that belong to the materials of a draft by default, and that it lacks. */
export async function offeredParts(
  reading: Reading,
  { id, documentStatus }: Row<typeof materialShipment>,
): Promise<readonly OfferedPart[]> {
  if (documentStatus !== 'draft' && documentStatus !== 'returned') return [];
  return reading.sql.query<OfferedPart>(
    `select a.acce_material_id::text as "materialId", i.item_code as "itemCode", i.item_name as "itemName", sum(e.plan_qty * a.qty_per)::numeric(14,3)::text as qty
    from asmaterialshipmentsdetails e join ${accessoryFacts} a on a.tenant_id = e.tenant_id and a.material_id = e.material_id and a.is_default and a.status = 1 and a.is_deleted = 0
    join ${materialFacts} i on i.tenant_id = a.tenant_id and i.id = a.acce_material_id and i.is_deleted = 0
    where e.tenant_id = $1 and e.material_shipments_id = $2 and e.is_deleted = 0 and not exists (select 1 from asmaterialshipmentsdetails o where o.tenant_id = e.tenant_id and o.material_shipments_id = e.material_shipments_id and o.material_id = a.acce_material_id and o.is_deleted = 0)
    group by a.acce_material_id, i.item_code, i.item_name order by i.item_code`,
    [reading.tenantId, id],
  );
}
