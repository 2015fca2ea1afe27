import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import type { ReceivedLine } from '../shipment/shipment-lifecycle.rules.ts';
import type { ComingGoods, ComingLine } from './own-goods.calls.ts';

/** The quantity that has arrived in all, by the id of the line. */
export type Counts = Readonly<Record<string, { readonly qty: string; readonly serials: readonly string[] }>>;

/** The result of a scanned code. */
export type Outcome = 'counted' | 'all' | 'full' | 'unknown';

interface Counted {
  readonly counts: Counts;
  readonly outcome: Outcome;
  readonly line: ComingLine | null;
}

const ONE = 10n ** BigInt(QTY);
const linesOf = (shipments: readonly ComingGoods[]): ComingLine[] => shipments.flatMap((one) => one.lines);
const norm = (code: string): string => code.trim().toUpperCase();

/** Return the counts at the begin of a receipt: what has arrived before. */
export const firstCounts = (shipments: readonly ComingGoods[]): Counts =>
  Object.fromEntries(
    linesOf(shipments).map((line) => [line.id, { qty: line.receivedQty, serials: line.receivedSerials }]),
  );

const countOf = (counts: Counts, line: ComingLine): bigint => stepsOf(counts[line.id]?.qty ?? '0', QTY);

/** Return the quantity of a line that is missing. */
export const missingQty = (counts: Counts, line: ComingLine): bigint =>
  stepsOf(line.shipQty, QTY) - countOf(counts, line);

/** Return the counts with a line changed by a number of pieces, between what arrived before and what was shipped. */
export function changedBy(counts: Counts, line: ComingLine, by: number): Counts {
  const [low, high] = [stepsOf(line.receivedQty, QTY), stepsOf(line.shipQty, QTY)];
  const wanted = countOf(counts, line) + BigInt(by) * ONE;
  const qty = wanted > high ? high : wanted < low ? low : wanted;
  return { ...counts, [line.id]: { qty: decimalOf(qty, QTY), serials: counts[line.id]?.serials ?? [] } };
}

/** Return the counts with a line, or all lines of shipments, arrived in full. */
export const inFull = (counts: Counts, lines: readonly ComingLine[]): Counts => ({
  ...counts,
  ...Object.fromEntries(lines.map((line) => [line.id, { qty: line.shipQty, serials: line.serialNos }])),
});

/** Return the counts with one more serial number of a line. */
function withSerial(counts: Counts, line: ComingLine, serial: string): Counts {
  const serials = [...new Set([...(counts[line.id]?.serials ?? []), serial])];
  return { ...counts, [line.id]: { qty: decimalOf(BigInt(serials.length) * ONE, QTY), serials } };
}

const bySerial = (shipments: readonly ComingGoods[], code: string): ComingLine | undefined =>
  linesOf(shipments).find((line) => line.serialNos.some((one) => norm(one) === code));

/** Count a serial number. */
function countSerial(counts: Counts, line: ComingLine, code: string): Counted {
  const serial = line.serialNos.find((one) => norm(one) === code) ?? code;
  return counts[line.id]?.serials.includes(serial)
    ? { counts, outcome: 'full', line }
    : { counts: withSerial(counts, line, serial), outcome: 'counted', line };
}

/**
 * Count a code. The number of a shipment or its label means all of it, and a serial number that piece. A bar code or item
 * code means one piece of the first line that misses some.
 */
export function countCode(shipments: readonly ComingGoods[], counts: Counts, scanned: string): Counted {
  const code = norm(scanned);
  const whole = shipments.find((one) => [one.shipmentNo, one.trackingNo].some((no) => no && norm(no) === code));
  if (whole) return { counts: inFull(counts, whole.lines), outcome: 'all', line: null };
  const piece = bySerial(shipments, code);
  if (piece) return countSerial(counts, piece, code);
  const fitting = linesOf(shipments).filter((line) =>
    [line.barcode, line.itemCode].some((one) => one && norm(one) === code),
  );
  const line = fitting.find((one) => missingQty(counts, one) > 0n);
  if (!line) return { counts, outcome: fitting.length ? 'full' : 'unknown', line: fitting[0] ?? null };
  // A box of serial pieces names no piece: its numbers are scanned.
  if (line.serialNos.length) return { counts, outcome: 'unknown', line };
  return { counts: changedBy(counts, line, 1), outcome: 'counted', line };
}

/** Return the lines of a receipt of a shipment; null where nothing more has arrived. */
export function receiptOf(of: ComingGoods, counts: Counts): ReceivedLine[] | null {
  const more = of.lines.filter((line) => countOf(counts, line) > stepsOf(line.receivedQty, QTY));
  if (!more.length) return null;
  return of.lines.map((line) => ({
    id: line.id,
    receivedQty: decimalOf(countOf(counts, line), QTY),
    ...(line.serialNos.length && { serialNos: (counts[line.id]?.serials ?? []).join(',') }),
  }));
}

/** Return the pieces of shipments in all, and those that have arrived. */
export function countedPieces(
  shipments: readonly ComingGoods[],
  counts: Counts,
): { readonly arrived: number; readonly all: number } {
  const sum = (of: (line: ComingLine) => bigint): number =>
    Number(
      decimalOf(
        linesOf(shipments).reduce((total, line) => total + of(line), 0n),
        QTY,
      ),
    );
  return { arrived: sum((line) => countOf(counts, line)), all: sum((line) => stepsOf(line.shipQty, QTY)) };
}
