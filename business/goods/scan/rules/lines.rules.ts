import { decimalOf } from '#kernel/language/exact.ts';
import type { Label } from '#kernel/language/label.ts';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import type { ScanLine, ScanSheet } from '../scan.calls.ts';
import {
  ONE_PIECE,
  type Scan,
  type ScanOutcome,
  type ScanState,
  countOf,
  refusedScan,
  scanSteps,
  stepsText,
  withEntry,
} from './counting.rules.ts';
import { placeZh, wrongVerdict } from './verdict.rules.ts';

/** Return what is still missing of a line. */
export const leftOf = (state: ScanState, line: ScanLine): bigint =>
  scanSteps(line.toShip) - scanSteps(countOf(state, line).qty);

export type ScanLineState = 'full' | 'short' | 'part' | 'open';

/** Return the state of a line by its count. */
export function lineState(state: ScanState, line: ScanLine): ScanLineState {
  if (leftOf(state, line) <= 0n) return 'full';
  const { qty, short } = countOf(state, line);
  if (short) return 'short';
  return scanSteps(qty) > 0n ? 'part' : 'open';
}

/** Return the lines that are neither full nor short. */
export const linesToScan = ({ lines }: ScanSheet, state: ScanState): ScanLine[] =>
  lines.filter((line) => !['full', 'short'].includes(lineState(state, line)));

/** Return whether goods may be handed over: each line is full or short, and something was counted. */
export const isComplete = (sheet: ScanSheet, state: ScanState): boolean =>
  linesToScan(sheet, state).length === 0 && sheet.lines.some((line) => scanSteps(countOf(state, line).qty) > 0n);

/** Return the counted lines as the hand-over takes them. */
export const handedLines = (sheet: ScanSheet, state: ScanState) =>
  sheet.lines.map((line) => {
    const { qty, serials, short } = countOf(state, line);
    return {
      id: line.id,
      shipQty: decimalOf(scanSteps(qty), QTY),
      ...(line.isSerial && { serialNos: serials.join(',') }),
      ...(leftOf(state, line) > 0n && { diffReason: short ?? '' }),
    };
  });

/** Return the quantity of a line beside what it should be. */
const ofTotal = (qty: string, line: ScanLine): string => `${quantityText(qty)} / ${quantityText(line.toShip)}`;

/** Return where to go next: the first open line, or the signature. */
export function nextToScan(sheet: ScanSheet, state: ScanState): Label {
  const [line] = linesToScan(sheet, state);
  if (line)
    return [
      `接着拿 ${line.bin} ${line.itemName}`.replace('  ', ' '),
      `Next: ${line.bin} ${line.itemName}`.replace('  ', ' '),
    ];
  return sheet.shipment.shipWay === 'courier' && !state.trackingNo
    ? ['扫物流单号即移交', 'Scan the tracking number to hand over']
    : ['扫领料人工牌即移交', 'Scan the badge of the receiver to hand over'];
}

export interface Adding {
  readonly line: ScanLine;
  readonly qty: bigint;
  readonly serial?: string;
}

/** Count quantities of lines; one scan may fill several lines of one material. */
export function countedLines(sheet: ScanSheet, state: ScanState, at: string, adding: readonly Adding[]): ScanOutcome {
  const before = Object.fromEntries(adding.map(({ line }) => [line.id, countOf(state, line)]));
  const counts = { ...state.counts };
  for (const { line, qty, serial } of adding) {
    const now = before[line.id];
    const sum = scanSteps(now.qty) + qty;
    counts[line.id] = {
      qty: decimalOf(sum, QTY),
      serials: serial ? [...now.serials, serial] : now.serials,
      short: sum >= scanSteps(line.toShip) ? null : now.short,
    };
  }
  const { line, serial } = adding[adding.length - 1];
  const total = adding.reduce((sum, one) => sum + one.qty, 0n);
  const words: Label = [
    `${line.itemName}${serial ? ` ${serial}` : total === ONE_PIECE ? '' : ` ×${stepsText(total)}`}，${ofTotal(counts[line.id].qty, line)}`,
    `${line.itemName}${serial ? ` ${serial}` : total === ONE_PIECE ? '' : ` ×${stepsText(total)}`}, ${ofTotal(counts[line.id].qty, line)}`,
  ];
  const entry: Scan = { at, tone: 'good', words, lineId: line.id, qty: decimalOf(total, QTY), before };
  const next = withEntry(state, entry, counts);
  const isFull = leftOf(next, line) <= 0n;
  return {
    state: next,
    verdict: {
      tone: 'good',
      head: isFull ? ['这行齐了', 'This line is full'] : ['对，已计数', 'Right, counted'],
      text: words,
      next: isFull
        ? nextToScan(sheet, next)
        : [`还要 ${stepsText(leftOf(next, line))} ${line.unit}`, `${stepsText(leftOf(next, line))} ${line.unit} to go`],
    },
  };
}

/** Lines of a code with room for more, the earlier need first. */
export const byNeed = (state: ScanState, lines: readonly ScanLine[]): ScanLine[] =>
  lines.filter((line) => leftOf(state, line) > 0n).toSorted((a, b) => (a.needDate < b.needDate ? -1 : 1));

/** Count a material or a box of it over its lines, or refuse more than they need. */
export function countQuantity(
  sheet: ScanSheet,
  state: ScanState,
  at: string,
  lines: readonly ScanLine[],
  qty: bigint,
): ScanOutcome {
  const [first] = lines;
  const open = byNeed(state, lines);
  const room = open.reduce((sum, line) => sum + leftOf(state, line), 0n);
  if (room <= 0n)
    return refusedScan(
      state,
      at,
      wrongVerdict(
        ['这行已经齐了，没有计数', 'This line is full already, not counted'],
        [
          `${first.itemName} ${ofTotal(countOf(state, first).qty, first)}`,
          `${first.itemName} ${ofTotal(countOf(state, first).qty, first)}`,
        ],
        [`多的放回${placeZh(first.bin)}`, `Put it back to ${first.bin || 'its place'}`],
      ),
      first.id,
    );
  // The last part of a unit, such as 2.4 kg, is filled by the scan that exceeds it.
  const isPart = qty === ONE_PIECE && room < qty;
  if (qty > room && !isPart)
    return refusedScan(
      state,
      at,
      wrongVerdict(
        ['整箱太多，没有计数', 'The box is too much, not counted'],
        [
          `${first.itemName} 整箱 ${stepsText(qty)}，只要 ${stepsText(room)}`,
          `${first.itemName}: ${stepsText(qty)} in the box, ${stepsText(room)} needed`,
        ],
        ['拆箱，一个一个扫', 'Open the box and scan the pieces'],
      ),
      first.id,
    );
  const adding: Adding[] = [];
  let rest = isPart ? room : qty;
  for (const line of open) {
    const take = rest < leftOf(state, line) ? rest : leftOf(state, line);
    if (take > 0n) adding.push({ line, qty: take });
    rest -= take;
  }
  return countedLines(sheet, state, at, adding);
}
