import type { Row } from '#kernel/language/paper.ts';
import { stepsOf } from '#kernel/language/exact.ts';
import { behaviour, implement, type Context } from '#kernel/server';
import { material } from '#business/materials/items/material.paper.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { stockFacts } from '#business/materials/stores/facts/stock-facts.relation.ts';
import { worthOf } from '../apply/apply.rules.ts';
import { copiedFrom } from '../apply/material-apply-line.server.ts';
import { materialApplyLine } from '../apply/material-apply-line.paper.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { refuse } from '../refusals.ts';
import { shipmentLines } from './material-shipment.calls.ts';
import { materialShipmentLine } from './material-shipment-line.paper.ts';
import { materialShipment } from './material-shipment.paper.ts';

export type ShipmentLine = Row<typeof materialShipmentLine>;

/** Sum the lines in their shipments. It writes neither version nor log. */
export async function sumUpShipments(
  context: Context,
  shipmentIds: readonly string[],
  without: readonly string[] = [],
): Promise<void> {
  await context.sql.query(
    `update asmaterialshipments h set total_qty = s.qty, total_amount = s.amount
    from (select u.id, coalesce(sum(d.ship_qty), 0) as qty, coalesce(sum(d.amount), 0) as amount from unnest($2::bigint[]) u(id)
      left join asmaterialshipmentsdetails d on d.tenant_id = $1 and d.material_shipments_id = u.id and d.id <> all($3::bigint[]) and d.is_deleted = 0 group by u.id) s
    where h.tenant_id = $1 and h.id = s.id`,
    [context.tenantId, shipmentIds, without],
  );
}

/** Does a shipment leave from the store of a request, or from the van of a colleague who relays it? */
const isFromStoreOf = async (
  context: Context,
  fromWarehouseId: string,
  of: { fromWarehouseId: string },
): Promise<boolean> =>
  fromWarehouseId === of.fromWarehouseId || (await context.get(warehouse, fromWarehouseId)).warehouseType === 'person';

/** Refuse a line of a request for another technician, store or material, or of one that is not released. */
async function assertApplyLine(context: Context, line: ShipmentLine, item: string): Promise<void> {
  const header = await context.get(materialShipment, line.materialShipmentsId);
  if (!line.applyDetailId) return;
  const wanted = await context.get(materialApplyLine, line.applyDetailId);
  const of = await context.get(materialApply, wanted.materialsApplyId);
  const fits =
    header.shipType === 'apply' &&
    wanted.materialId === line.materialId &&
    of.technicianId === header.technicianId &&
    (await isFromStoreOf(context, header.fromWarehouseId, of));
  if (!fits) throw refuse.lineOfOtherApply({ item });
  if (!['published', 'partShipped', 'shipped'].includes(of.documentStatus ?? ''))
    throw refuse.notReleased({ no: of.applyNo });
}

/** Return the balance of the store of the shipment in the condition of the line, without what others reserved. */
const available = `coalesce((select sum(s.on_hand - s.reserved) from ${stockFacts} s where s.tenant_id = t.tenant_id and s.material_id = t.material_id and s.material_status = t.material_status and s.is_deleted = 0
    and s.warehouse_id = (select h.from_warehouse_id from asmaterialshipments h where h.tenant_id = t.tenant_id and h.id = t.material_shipments_id)), 0)`;

export default behaviour<typeof materialShipmentLine>(materialShipmentLine, {
  async saving(context, { before, values }): Promise<Partial<ShipmentLine>> {
    const line = { ...before, ...values } as ShipmentLine;
    const item = await context.get(material, line.materialId);
    if (item.materialType === 'service') throw refuse.notAGood({ item: item.itemName });
    if (stepsOf(line.planQty, QTY) <= 0n) throw refuse.goodsQuantity({ item: item.itemName });
    await assertApplyLine(context, line, item.itemName);
    const copied = copiedFrom(item);
    return {
      ...copied,
      receivedQty: line.receivedQty ?? '0.000',
      amount: worthOf(line.shipQty, copied.unitPrice),
    };
  },
  saved: (context, { row }) => sumUpShipments(context, [row.materialShipmentsId]),
  leaving: (context, rows) =>
    sumUpShipments(
      context,
      [...new Set(rows.map((row) => row.materialShipmentsId))].toSorted(),
      rows.map((row) => row.id),
    ),
  computed: { availableQty: available },
  calls: [
    implement(shipmentLines, {
      read: ({ materialShipmentsId }, reading) =>
        reading.visible(materialShipmentLine, { match: { materialShipmentsId } }).words({ limit: 500 }),
    }),
  ],
});
