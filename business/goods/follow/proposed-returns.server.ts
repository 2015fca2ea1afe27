import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { materialFacts } from '#business/materials/items/material-facts.relation.ts';
import { worthOf } from '../apply/apply.rules.ts';
import { materialReturnLine } from '../returns/material-return-line.paper.ts';
import { type ReturnLine, sumUpReturns } from '../returns/material-return-line.server.ts';
import { materialReturn } from '../returns/material-return.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';

interface Back {
  readonly materialId: string;
  readonly itemCode: string | null;
  readonly itemName: string | null;
  readonly unit: NonNullable<ReturnLine['unit']>;
  readonly unitPrice: string | null;
  readonly qty: string;
  readonly here: string;
}

/** Return what was received of a shipment for a request, and how much of it is free in the van. */
const receivedOf = (context: Context, shipmentId: string, applyId: string): Promise<Back[]> =>
  context.sql.query<Back>(
    `select e.material_id::text as "materialId", max(e.item_code) as "itemCode", max(e.item_name) as "itemName", max(e.unit) as unit, max(e.unit_price)::text as "unitPrice", sum(e.received_qty)::text as qty,
      coalesce((select sum(s.on_hand - s.reserved) from ${stockFacts} s where s.tenant_id = $1 and s.warehouse_id = h.to_warehouse_id and s.material_id = e.material_id and s.material_status = 'good' and s.is_deleted = 0), 0)::text as here
    from asmaterialshipmentsdetails e join asmaterialshipments h on h.tenant_id = e.tenant_id and h.id = e.material_shipments_id
      join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id join ${materialFacts} i on i.tenant_id = e.tenant_id and i.id = e.material_id and i.track_mode <> 'serial'
    where e.tenant_id = $1 and e.material_shipments_id = $2 and d.materials_apply_id = $3 and e.is_deleted = 0 group by h.to_warehouse_id, e.material_id having sum(e.received_qty) > 0 order by 1`,
    [context.tenantId, shipmentId, applyId],
  );

/** Return the line that brings a part back, as far as it is in the van; null where nothing of it is. */
function lineOf({ qty, here, unitPrice, ...copied }: Back): Partial<ReturnLine> | null {
  const back = stepsOf(qty, QTY) < stepsOf(here, QTY) ? qty : here;
  if (stepsOf(back, QTY) <= 0n) return null;
  return {
    ...copied,
    materialStatus: 'good',
    returnQty: decimalOf(stepsOf(back, QTY), QTY),
    returnReason: 'cancel',
    amount: worthOf(back, unitPrice),
  };
}

/**
 * Write a draft that returns what was handed over for a request whose order was cancelled. Its technician corrects and
 * submits it. Goods under way, and pieces with serial numbers, are named by people.
 */
export async function proposeReturn(context: Context, shipmentId: string, applyId: string): Promise<void> {
  const lines = (await receivedOf(context, shipmentId, applyId)).flatMap((one) => lineOf(one) ?? []);
  if (!lines.length) return;
  const { technicianId, fromWarehouseId, dispId } = await context.get(materialShipment, shipmentId);
  const made = await context.create(materialReturn, {
    returnType: 'unused',
    technicianId,
    toWarehouseId: fromWarehouseId,
    dispId,
    materialShipmentsId: shipmentId,
    documentStatus: 'draft',
  });
  await context.createAll(
    materialReturnLine,
    lines.map((line) => ({ ...line, returnId: made.id })),
  );
  await sumUpReturns(context, [made.id]);
}
