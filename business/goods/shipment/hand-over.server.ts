import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { must } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { type Move, QTY, assertPosted, quantityText } from '#business/materials/stores/posting.rules.ts';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { worthOf } from '../apply/apply.rules.ts';
import { appliesOf, recountApplies } from '../apply/open-lines.server.ts';
import { refuse } from '../refusals.ts';
import { noteShipment } from '../sap/write-flows.server.ts';
import { lockReservations, releaseFor } from './judge-shipment.server.ts';
import { materialShipmentLine } from './material-shipment-line.paper.ts';
import { sumUpShipments } from './material-shipment-line.server.ts';
import { assertCounted, assertSerialsFree, serialsOf } from './serials.server.ts';
import type { CountedLine } from './shipment-lifecycle.rules.ts';
import { type MovingLine, type Shipment, allLinesOf, moving } from './shipment-lines.server.ts';

type ShipWay = NonNullable<Shipment['shipWay']>;

/** Ways in which goods are under way until their receiver confirms them. */
export const isUnderWay = (way: ShipWay | null): boolean => way === 'courier' || way === 'relay';

const isQty = (text: string): boolean => /^\d{1,10}(\.\d{1,3})?$/.test(text);

/** Return the counted quantity of a line, with three decimals. Refuse more than was approved. */
function countedQty(line: MovingLine, count: CountedLine): string {
  const text = String(count.shipQty);
  if (!isQty(text) || stepsOf(text, QTY) > stepsOf(line.shipQty, QTY))
    throw refuse.quantityExceeded({ item: line.name, n: quantityText(line.shipQty) });
  return decimalOf(stepsOf(text, QTY), QTY);
}

/** Refuse less than was approved without a reason. */
function assertReason(line: MovingLine, diffReason: string | null): void {
  if (diffReason) return;
  throw refuse.differenceNeeded(
    { item: line.name },
    { fields: [{ field: 'lines', words: ['请填写差异原因', 'Fill in the difference'] }] },
  );
}

/** Return a line as it was counted at the hand-over: the line itself where nothing differs, less only with a reason. */
function counted(line: MovingLine, count: CountedLine | undefined): MovingLine {
  if (!count) return line;
  const shipQty = countedQty(line, count);
  const diffReason = count.diffReason?.trim().slice(0, 255) || line.diffReason;
  const isLess = shipQty !== line.shipQty;
  if (isLess) assertReason(line, diffReason);
  const serialNos = count.serialNos?.slice(0, 500) ?? line.serialNos;
  const isSame = !isLess && diffReason === line.diffReason && (serialNos || null) === (line.serialNos || null);
  return isSame ? line : { ...line, shipQty, serialNos, diffReason, amount: worthOf(shipQty, line.unitPrice) };
}

/** Return the lines with their counts. Refuse counts of lines of another shipment. */
function countedLines(lines: readonly MovingLine[], counts: readonly CountedLine[]): MovingLine[] {
  const byId = new Map(counts.map((one) => [String(one.id), one]));
  const known = new Set(lines.map((line) => line.id));
  for (const id of byId.keys()) if (!known.has(id)) throw refuse.lineOfOther();
  return lines.map((line) => counted(line, byId.get(line.id)));
}

/** Return the moves of lines from a place to a place; serial numbers move one by one. */
export function movesOf(
  lines: readonly MovingLine[],
  way: { readonly from: string; readonly to: string; step(line: MovingLine): string },
  qtyOf: (line: MovingLine) => { readonly qty: string; readonly serials: readonly string[] },
): Move[] {
  return lines.flatMap((line) => {
    const { qty, serials } = qtyOf(line);
    const move: Move = {
      step: way.step(line),
      lineId: line.id,
      materialId: line.materialId,
      materialStatus: line.materialStatus,
      fromWarehouseId: way.from,
      toWarehouseId: way.to,
      qty,
    };
    return line.isSerial
      ? serials.map((serialNo, at) => ({ ...move, step: `${move.step}:${at + 1}`, serialNo, qty: '1' }))
      : [move];
  });
}

/** Write what was received by the hand-over itself, and the counts. */
async function writeCounts(
  context: Context,
  { lines, changed, isReceived }: { lines: readonly MovingLine[]; changed: readonly MovingLine[]; isReceived: boolean },
): Promise<void> {
  if (changed.length)
    await context.changeAll(
      materialShipmentLine,
      new Map(
        changed.map(({ id, shipQty, serialNos, diffReason, amount }) => [
          id,
          { shipQty, serialNos, diffReason, amount },
        ]),
      ),
    );
  await context.touch(
    materialShipmentLine,
    lines.map((line) => ({
      id: line.id,
      receivedQty: isReceived ? line.shipQty : '0.000',
      receivedSerials: isReceived && line.isSerial ? line.serialNos : null,
    })),
  );
}

/** Free what was reserved beyond the counts. The caller holds the serial numbers, which come before stock. */
async function freeRest(context: Context, of: Shipment, changed: readonly MovingLine[]): Promise<void> {
  if (!changed.length) return;
  await releaseFor(
    context,
    changed.map((line) => line.id),
  );
  await sumUpShipments(context, [of.id]);
}

/** Return the place to which goods go: the van, or what is on its way to it. */
const targetOf = async (context: Context, of: Shipment, way: ShipWay): Promise<string> => {
  const van = must(of.toWarehouseId, 'toWarehouseId');
  return isUnderWay(way) ? context.call(storeOfPerson, { transitOf: van }) : van;
};

interface Handing {
  readonly shipWay: ShipWay | null;
  readonly carrier: string | null;
  readonly trackingNo: string | null;
  readonly lines: readonly CountedLine[] | null;
}

/**
 * Hand goods over. Stock leaves the store for the van, or for what is on its way there. The requests are held and
 * recounted first, so that no more leaves than was approved.
 */
export async function handOver(context: Context, of: Shipment, sent: Handing): Promise<Partial<Shipment>> {
  const way = sent.shipWay ?? of.shipWay ?? 'pickup';
  const trackingNo = sent.trackingNo ?? of.trackingNo;
  if (way === 'courier' && !trackingNo) throw refuse.courierNumber();
  const stored = await allLinesOf(context, of.id);
  const lines = countedLines(stored, sent.lines ?? []);
  const goods = moving(lines);
  if (!goods.length) throw refuse.nothingOpen({ no: of.shipmentNo });
  assertCounted(goods);
  const nth = (of.transmitCount ?? 0) + 1;
  const to = await targetOf(context, of, way);
  const changed = lines.filter((line, at) => line !== stored[at]);
  await writeCounts(context, { lines, changed, isReceived: !isUnderWay(way) });
  await recountApplies(context, await appliesOf(context, [of.id]), 'transmit', { with: of.id });
  await lockReservations(context, changed);
  await assertSerialsFree(context, of, goods);
  await freeRest(context, of, changed);
  assertPosted(
    await context.call(postStock, {
      bill: { type: 'shipment', id: of.id, no: of.shipmentNo },
      moves: movesOf(
        goods,
        { from: of.fromWarehouseId, to, step: (line) => `shipment:${line.id}:out:${nth}` },
        (line) => ({ qty: line.shipQty, serials: serialsOf(line) }),
      ),
    }),
  );
  const now = context.now();
  return {
    ...(await noteShipment(context, of, goods, nth)),
    shipWay: way,
    carrier: sent.carrier ?? of.carrier,
    trackingNo,
    transmitUser: context.person.id,
    transmitTime: now,
    transmitCount: nth,
    receiveTime: isUnderWay(way) ? null : now,
    autoReceived: false,
  };
}
