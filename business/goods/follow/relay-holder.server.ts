import type { LocalizedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import type { materialShipment } from '../shipment/material-shipment.paper.ts';

type Shipment = Row<typeof materialShipment>;

/** Notify the technician whose van a relay leaves, with what to do or what was done. Other shipments leave no van. */
export async function notifyHolder(
  context: Context,
  of: Shipment,
  { event, again }: { readonly event: 'materialReady' | 'materialHandedOver'; readonly again: string },
): Promise<void> {
  const { warehouseType, technicianId: holder } = await context.get(warehouse, of.fromWarehouseId);
  if (warehouseType !== 'person' || !holder) return;
  const { realName } = await context.get(technician, of.technicianId);
  const qty = quantityText(of.totalQty ?? '0');
  const isToDo = event === 'materialReady';
  const content: LocalizedText = isToDo
    ? [`请把 ${qty} 件交给${realName}`, `Give ${qty} pieces to ${realName}`]
    : [`${qty} 件已从您车上移交给${realName}`, `${qty} pieces went from your van to ${realName}`];
  await context.call(notifyStaff, {
    event,
    to: { technicians: [holder] },
    title: [`转交:${of.shipmentNo}`, `Relay: ${of.shipmentNo}`],
    content,
    bizType: 'shipment',
    bizId: of.id,
    bizNo: of.shipmentNo,
    todo: isToDo,
    again: `holder ${again}`,
  });
}
