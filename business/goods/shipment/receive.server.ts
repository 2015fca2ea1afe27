import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { addDays } from '#kernel/language/days.ts';
import { must, mustGet } from '#kernel/language/must.ts';
import type { Context, TimedSteps } from '#kernel/server';
import { phoneTime } from '#business/dispatch/visit/visit-hands.server.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { type Move, QTY, assertPosted, quantityText } from '#business/materials/stores/posting.rules.ts';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import { stockMoveFacts } from '#business/materials/stores/facts/stock-move-facts.relation.ts';
import { refuse } from '../refusals.ts';
import { isUnderWay, movesOf } from './hand-over.server.ts';
import { materialShipmentLine } from './material-shipment-line.paper.ts';
import { materialShipment } from './material-shipment.paper.ts';
import { serialsOf } from './serials.server.ts';
import type { ReceivedLine } from './shipment-lifecycle.rules.ts';
import { type MovingLine, ONE, type Shipment, allLinesOf, moving } from './shipment-lines.server.ts';

/** Days after which goods under way count as received, and days in which that is corrected. */
const AUTO_DAYS = 7;
const CORRECTION_DAYS = 3;

/** A line and what has arrived of it in all. */
interface Arrived {
  readonly line: MovingLine;
  readonly before: bigint;
  readonly now: bigint;
  /** The serial numbers that arrive with this receipt, or go back by it. */
  readonly serials: readonly string[];
  readonly allSerials: readonly string[];
  readonly diffReason: string | null;
}

/** Return the serial numbers that have arrived in all: the named ones, or all where all pieces have. */
function arrivedSerials(line: MovingLine, now: bigint, named: string | undefined): readonly string[] {
  const all = serialsOf(line);
  if (now % ONE !== 0n) throw refuse.wholePieces({ item: line.name });
  if (now === BigInt(all.length) * ONE) return all;
  const known = serialsIn(line.receivedSerials);
  const sent = serialsIn(named);
  const wanted = sent.length ? sent : now === BigInt(known.length) * ONE ? known : [];
  const fits = wanted.every((one) => all.includes(one)) && BigInt(wanted.length) * ONE === now;
  if (!fits) throw refuse.serialsNeeded({ item: line.name, n: String(now / ONE) });
  return wanted.toSorted();
}

/** Return the quantity that has arrived in all, by what a receipt says. Refuse more than was shipped. */
function quantityIn(line: MovingLine, said: ReceivedLine | undefined): bigint {
  const text = String(said?.receivedQty ?? line.receivedQty ?? '0');
  if (!/^\d{1,10}(\.\d{1,3})?$/.test(text) || stepsOf(text, QTY) > stepsOf(line.shipQty, QTY))
    throw refuse.receivedAboveShipped({ item: line.name, n: quantityText(line.shipQty) });
  return stepsOf(text, QTY);
}

const less = (line: MovingLine): Error =>
  refuse.receivedLess({ item: line.name, n: quantityText(line.receivedQty ?? '0') });

/** Return the serial numbers that arrive with a receipt, or go back by it. Refuse both at once. */
function movingSerials(line: MovingLine, all: readonly string[]): readonly string[] {
  const known = serialsIn(line.receivedSerials).toSorted();
  const [more, back] = [all.filter((one) => !known.includes(one)), known.filter((one) => !all.includes(one))];
  if (more.length && back.length) throw less(line);
  return back.length ? back : more;
}

/** Return what a receipt says of a line. */
function arrived(line: MovingLine, said: ReceivedLine | undefined): Arrived {
  const now = quantityIn(line, said);
  const allSerials = line.isSerial ? arrivedSerials(line, now, said?.serialNos) : [];
  const diffReason = said?.diffReason?.trim().slice(0, 255) || line.diffReason;
  const serials = line.isSerial ? movingSerials(line, allSerials) : [];
  return { line, before: stepsOf(line.receivedQty, QTY), now, serials, allSerials, diffReason };
}

/** Return the lines of a receipt. Without any, everything that is missing has arrived. */
function arrivals(lines: readonly MovingLine[], said: readonly ReceivedLine[]): Arrived[] {
  const byId = new Map(said.map((one) => [String(one.id), one]));
  const known = new Set(lines.map((line) => line.id));
  for (const id of byId.keys()) if (!known.has(id)) throw refuse.lineOfOther();
  const all = (line: MovingLine): ReceivedLine => ({ id: line.id, receivedQty: line.shipQty });
  return lines.map((line) => arrived(line, said.length ? byId.get(line.id) : all(line)));
}

const difference = ({ before, now }: Arrived): string => decimalOf(now > before ? now - before : before - now, QTY);

const nthReceipt = (of: Shipment): number => (of.receiveCount ?? 0) + 1;

/** Return the moves from what is under way to the van. */
function inward(of: Shipment, more: readonly Arrived[], transit: string): Move[] {
  const byLine = new Map(more.map((one) => [one.line.id, one]));
  return movesOf(
    more.map((one) => one.line),
    {
      from: transit,
      to: must(of.toWarehouseId, 'toWarehouseId'),
      step: (line) => `receive:${line.id}:in:${nthReceipt(of)}`,
    },
    (line) => {
      const one = mustGet(byLine, line.id);
      return { qty: difference(one), serials: one.serials };
    },
  );
}

/** Return the moves that take a part of an automatic receipt back to what is under way. */
async function backward(context: Context, of: Shipment, lower: readonly Arrived[], transit: string): Promise<Move[]> {
  const byLine = new Map(lower.map((one) => [one.line.id, one]));
  const moves = movesOf(
    lower.map((one) => one.line),
    {
      from: must(of.toWarehouseId, 'toWarehouseId'),
      to: transit,
      step: (line) => `receive:${line.id}:back:${nthReceipt(of)}`,
    },
    (line) => {
      const one = mustGet(byLine, line.id);
      return { qty: difference(one), serials: one.serials };
    },
  );
  const posted = await context.sql.query<{ id: string; line: string; serial: string | null }>(
    `select id::text as id, bill_line_id::text as line, serial_no as serial from ${stockMoveFacts} where tenant_id = $1 and bill_type = 'receive' and bill_id = $2 and reverse_of_id is null and is_deleted = 0 order by id desc`,
    [context.tenantId, of.id],
  );
  return moves.map((move) => ({
    ...move,
    reverseOfId: posted.find((one) => one.line === move.lineId && (one.serial ?? null) === (move.serialNo ?? null))?.id,
  }));
}

/** Refuse a lower receipt, but the one correction of an automatic receipt. */
function assertMayLessen(context: Context, of: Shipment, lower: readonly Arrived[]): void {
  const [first] = lower;
  if (!first) return;
  if (!of.autoReceived) throw less(first.line);
  if (addDays(must(of.receiveTime, 'receiveTime').slice(0, 10), CORRECTION_DAYS) < context.today())
    throw refuse.correctionOver();
}

/** Post a receipt, and write what has arrived of each line. */
async function post(context: Context, of: Shipment, all: readonly Arrived[]): Promise<void> {
  const [more, lower] = [all.filter((one) => one.now > one.before), all.filter((one) => one.now < one.before)];
  assertMayLessen(context, of, lower);
  const transit = await context.call(storeOfPerson, { transitOf: must(of.toWarehouseId, 'toWarehouseId') });
  const moves = [...inward(of, more, transit), ...(await backward(context, of, lower, transit))];
  if (moves.length)
    assertPosted(await context.call(postStock, { bill: { type: 'receive', id: of.id, no: of.shipmentNo }, moves }));
  await context.changeAll(
    materialShipmentLine,
    new Map(
      all.map(({ line, now, allSerials, diffReason }) => [
        line.id,
        {
          receivedQty: decimalOf(now, QTY),
          receivedSerials: line.isSerial ? allSerials.join(',') : null,
          diffReason,
        },
      ]),
    ),
  );
}

/** The receiver reports; anybody else on their behalf says why. */
async function assertReceiver(context: Context, of: Shipment): Promise<void> {
  const [self] = await context.find(technician, { userId: context.person.id }, { first: 1 });
  if (self?.id !== of.technicianId) context.why();
}

/** Confirm the receipt of goods under way: all of them, or the quantities that have arrived in all. */
export async function receiveGoods(
  context: Context,
  of: Shipment,
  { lines, at }: { readonly lines: readonly ReceivedLine[] | null; readonly at: string | null },
): Promise<Partial<Shipment>> {
  if (!isUnderWay(of.shipWay)) throw refuse.alreadyReceived({ no: of.shipmentNo });
  await assertReceiver(context, of);
  const receiveTime = phoneTime(context, at, of.transmitTime);
  await post(context, of, arrivals(moving(await allLinesOf(context, of.id)), lines ?? []));
  return { receiveTime, autoReceived: false, receiveCount: nthReceipt(of) };
}

/** Receive a shipment that nobody confirmed. */
async function receiveOne(context: Context, id: string): Promise<void> {
  const [of] = await context.lockRows(materialShipment, [id]);
  if (of?.documentStatus !== 'transmitted' || of.receiveTime || !isUnderWay(of.shipWay)) return;
  await post(context, of, arrivals(moving(await allLinesOf(context, id)), []));
  await context.change(
    materialShipment,
    id,
    { receiveTime: context.now(), autoReceived: true, receiveCount: nthReceipt(of) },
    ['满 7 天未签收，自动签收', 'Received by the clock after 7 days'],
  );
  await context.emit('materialShipment.received', { id });
}

/** Receive shipments that have been under way for seven days. */
export async function receiveOverdue({ step, each }: TimedSteps): Promise<void> {
  const due = await step((context) =>
    context.sql.query<{ id: string }>(
      `select id::text as id from asmaterialshipments where tenant_id = $1 and document_status = 'transmitted' and ship_way in ('courier', 'relay') and receive_time is null and transmit_time < $2::timestamptz - make_interval(days => ${AUTO_DAYS}) and is_deleted = 0 order by id`,
      [context.tenantId, context.now()],
    ),
  );
  await each(
    due.map((row) => row.id),
    receiveOne,
  );
}

/** Has a shipment waited so long that it may be closed without an answer? */
export const isLongUnderWay = (context: Context, { transmitTime }: Shipment): boolean =>
  transmitTime !== null && addDays(transmitTime.slice(0, 10), AUTO_DAYS) <= context.today();
