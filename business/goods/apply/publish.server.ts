import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Row } from '#kernel/language/paper.ts';
import { http, type Context } from '#kernel/server';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { refuse } from '../refusals.ts';
import { materialShipmentLine } from '../shipment/material-shipment-line.paper.ts';
import { sumUpShipments } from '../shipment/material-shipment-line.server.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { openQty, worthOf } from './apply.rules.ts';
import {
  type Apply,
  type ApplyLine,
  approveLines,
  assertNotOwnApply,
  assertWithin,
  linesOfApply,
} from './examine.server.ts';

type Shipment = Row<typeof materialShipment>;

const NUMBERS = 255;

/** Return the numbers of requests with one more, as long as the field allows. */
const withNumber = (nos: string | null, no: string): string => {
  const all = new Set([...(nos ?? '').split('、').filter(Boolean), no]);
  return [...all].join('、').slice(0, NUMBERS);
};

/** Write lines of a request into a draft shipment. `qtyOf` returns the quantity to ship; lines without any are left out. */
export async function addLines(
  context: Context,
  shipment: Shipment,
  lines: readonly ApplyLine[],
  qtyOf: (line: ApplyLine) => bigint,
): Promise<void> {
  const open = lines.filter((line) => qtyOf(line) > 0n);
  await context.createAll(
    materialShipmentLine,
    open.map((line) => {
      const qty = decimalOf(qtyOf(line), QTY);
      const { itemCode, itemName, itmsGrpNam, unit, unitPrice, materialId } = line;
      const copied = { itemCode, itemName, itmsGrpNam, unit, unitPrice, materialId };
      return {
        ...copied,
        materialShipmentsId: shipment.id,
        applyDetailId: line.id,
        materialStatus: 'good' as const,
        planQty: qty,
        shipQty: qty,
        receivedQty: '0.000',
        amount: worthOf(qty, unitPrice),
      };
    }),
  );
}

/** The values of a shipment for one request; others of the same technician and store may join. */
export const shipmentFor = (row: Apply) => ({
  shipType: 'apply' as const,
  materialApplyId: row.id,
  applyNos: row.applyNo,
  technicianId: row.technicianId,
  fromWarehouseId: row.fromWarehouseId,
  toWarehouseId: row.toWarehouseId,
  dispId: row.dispId,
  documentStatus: 'draft' as const,
});

/** Return the draft that a release of the same store and technician made, or a new one. One at a time per pair. */
async function draftFor(context: Context, row: Apply): Promise<Shipment> {
  await context.lock(`publish ${row.fromWarehouseId} ${row.toWarehouseId}`);
  const [found] = await context.find(
    materialShipment,
    {
      documentStatus: 'draft',
      byPublish: true,
      technicianId: row.technicianId,
      fromWarehouseId: row.fromWarehouseId,
    },
    { first: 1 },
  );
  const [held] = found ? await context.lockRows(materialShipment, [found.id]) : [];
  if (held?.documentStatus !== 'draft')
    return context.create(materialShipment, { ...shipmentFor(row), byPublish: true });
  return context.change(materialShipment, held.id, { applyNos: withNumber(held.applyNos, row.applyNo) });
}

/** Release a request to its store: a draft shipment of the store and the technician takes its lines. */
export async function publishApply(context: Context, row: Apply): Promise<Partial<Apply>> {
  const isExamined = row.documentStatus === 'approved';
  if (!isExamined) {
    if (!context.may('asmaterialapply_examine')) throw http.forbidden();
    await assertNotOwnApply(context, row);
  }
  const lines = isExamined ? await linesOfApply(context, row.id) : await approveLines(context, row, []);
  const value = lines.reduce((sum, line) => sum + stepsOf(worthOf(line.approvedQty, line.unitPrice), 2), 0n);
  await assertWithin(context, value, 'as.material.publishLimit', 'asmaterialapply_publishAbove');
  if (!lines.some((line) => openQty(line) > 0n)) throw refuse.nothingOpen({ no: row.applyNo });
  const shipment = await draftFor(context, row);
  await addLines(context, shipment, lines, openQty);
  await sumUpShipments(context, [shipment.id]);
  const now = context.now();
  return { publishTime: now, ...(!isExamined && { examineUser: context.person.id, examineTime: now }) };
}
