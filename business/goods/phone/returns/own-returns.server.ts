import type { Row } from '#kernel/language/paper.ts';
import { addDays } from '#kernel/language/days.ts';
import { type Reading, sql } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import type { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { materialReturnLine } from '../../returns/material-return-line.paper.ts';
import { materialReturn } from '../../returns/material-return.paper.ts';
import { type OwedPart, daysLeft, owedByTechnician } from '../../returns/owed-parts.server.ts';
import { heldInVan } from '../../returns/propose.server.ts';
import { makersOf } from '../../returns/wanted-by-maker.server.ts';
import { materialShipmentLine } from '../../shipment/material-shipment-line.paper.ts';
import { materialShipment } from '../../shipment/material-shipment.paper.ts';
import type { OwnGoods } from '../own-goods.calls.ts';

type Technician = Row<typeof technician>;
type Part<N extends keyof OwnGoods> = Promise<OwnGoods[N]>;

const MAX_RETURNS = 40;
const MAX_SHIPMENTS = 20;
/** Days in which a return that was taken over stays on the phone. */
const SHOWN_DAYS = 14;
/** Days in which a shipment can be chosen for a return. */
const RETURNED_WITHIN_DAYS = 60;

/** Return the customers of the visits of old parts, as far as the reader may see these visits. */
async function customersOf(reading: Reading, parts: readonly OwedPart[]): Promise<ReadonlyMap<string, string>> {
  const id = [...new Set(parts.map((one) => one.completionId))];
  const rows = id.length ? await reading.visible(completion, { match: { id } }).rows({ first: id.length }) : [];
  return new Map(rows.map((row) => [row.id, row.customerName || '']));
}

/** Return the old parts that a technician owes, the oldest first, with customer and day of the visit. */
export async function ownOldParts(reading: Reading, me: Technician, days: number): Part<'oldParts'> {
  const parts = await owedByTechnician(reading, me.id);
  const customers = await customersOf(reading, parts);
  const makers = await makersOf(
    reading,
    parts.map((one) => one.suppliesId),
  );
  return parts.map(({ suppliesId, completionId, materialId, itemCode, itemName, left, underWay, since }) => ({
    suppliesId,
    materialId,
    itemCode,
    itemName,
    qty: left,
    underWay,
    since,
    left: daysLeft(since, days, reading.today()),
    customerName: customers.get(completionId) || null,
    maker: makers.get(suppliesId) ?? null,
  }));
}

/** Return the free stock of the van, with the codes by which it is scanned. */
export async function ownStock(reading: Reading, me: Technician): Part<'held'> {
  const held = await heldInVan(reading, me.id);
  const id = [...new Set(held.map((one) => one.materialId))];
  const items = id.length ? await reading.find(material, { id }, { limit: id.length }) : [];
  const byId = new Map(items.map((one) => [one.id, one]));
  return held.map((one) => ({
    ...one,
    barcode: byId.get(one.materialId)?.barcode || null,
    isSerial: byId.get(one.materialId)?.trackMode === 'serial',
  }));
}

/** Return the shipments of the last weeks that were received, the newest first. */
export async function ownShipments(reading: Reading, me: Technician): Part<'shipments'> {
  const rows = await reading
    .visible(materialShipment, {
      match: { technicianId: me.id, documentStatus: ['transmitted', 'closed'] },
      also: sql`t.transmit_time >= ${addDays(reading.today(), -RETURNED_WITHIN_DAYS)}::date and exists (select 1 from asmaterialshipmentsdetails e where e.tenant_id = t.tenant_id and e.material_shipments_id = t.id and e.is_deleted = 0 and e.received_qty > 0)`,
    })
    .rows({ order: 't.id desc', first: MAX_SHIPMENTS });
  const ids = rows.map((row) => row.id);
  const lines = ids.length
    ? await reading.find(materialShipmentLine, { materialShipmentsId: ids }, { limit: 50_000 })
    : [];
  const byShipment = Map.groupBy(lines, (line) => line.materialShipmentsId);
  return rows.map((row) => ({
    id: row.id,
    shipmentNo: row.shipmentNo,
    since: row.receiveTime || row.transmitTime || null,
    lines: (byShipment.get(row.id) ?? []).map((line) => ({
      materialId: line.materialId,
      qty: line.receivedQty ?? '0',
    })),
  }));
}

/** Return the technician's returns that are open or were taken over lately, the newest first. */
export async function ownReturnsOf(reading: Reading, me: Technician): Part<'returns'> {
  const rows = await reading
    .visible(materialReturn, {
      match: { technicianId: me.id },
      also: sql`(t.document_status in ('draft', 'returned', 'submitted', 'approved') or t.transmit_time >= ${addDays(reading.today(), -SHOWN_DAYS)}::date)`,
    })
    .rows({ order: 't.id desc', first: MAX_RETURNS });
  const ids = rows.map((row) => row.id);
  const lines = ids.length ? await reading.find(materialReturnLine, { returnId: ids }, { limit: 50_000 }) : [];
  const byReturn = Map.groupBy(lines, (line) => line.returnId);
  const makers = await makersOf(
    reading,
    lines.flatMap(({ completionSuppliesId }) => completionSuppliesId || []),
  );
  const mayRemove = reading.may('asreturnedmaterials_delete');
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    returnNo: row.returnNo,
    returnType: row.returnType,
    documentStatus: row.documentStatus ?? '',
    toWarehouseId: row.toWarehouseId,
    materialShipmentsId: row.materialShipmentsId || null,
    examineNote: row.examineNote || null,
    remark: row.remark || null,
    mayRemove: mayRemove && row.documentStatus === 'draft' && row.createUser === reading.person.id,
    since: row.transmitTime || row.submitTime || row.createTime,
    lines: (byReturn.get(row.id) ?? []).map((line) => ({
      id: line.id,
      materialId: line.materialId,
      itemCode: line.itemCode ?? '',
      itemName: line.itemName ?? '',
      materialStatus: line.materialStatus,
      serialNos: line.serialNos ?? '',
      returnQty: line.returnQty,
      acceptQty: line.acceptQty || null,
      completionSuppliesId: line.completionSuppliesId || null,
      returnReason: line.returnReason,
      maker: makers.get(line.completionSuppliesId ?? '') ?? null,
    })),
  }));
}
