import { type Label, type Language, labelIn } from '#kernel/language/label.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import type { ScanLine, ScanSheet } from '../scan.calls.ts';
import {
  type Scan,
  type ScanOutcome,
  type ScanState,
  countOf,
  lastCounting,
  refusedScan,
  stepsText,
  typedQuantity,
  undoneScan,
  withEntry,
  withoutScan,
} from './counting.rules.ts';
import { byNeed, countQuantity, leftOf, linesToScan, nextToScan } from './lines.rules.ts';
import { NO_WORDS, plainVerdict, quantityRefused, wrongVerdict } from './verdict.rules.ts';

/** Undo the last scan that counted something. */
export const withoutLastScan = (sheet: ScanSheet, state: ScanState): ScanOutcome =>
  undoneScan(state, (before) => nextToScan(sheet, before));

/** Return the line that a command is about: the one meant, if it is open, else the first open one. */
const meant = (sheet: ScanSheet, state: ScanState): ScanLine | undefined => {
  const open = linesToScan(sheet, state);
  return open.find((line) => line.id === state.lineId) ?? open[0];
};

/** Record the meant line as short: what was counted leaves, the rest stays on the request. */
export function shortened(
  sheet: ScanSheet,
  state: ScanState,
  { at, language }: { readonly at: string; readonly language: Language },
): ScanOutcome {
  const line = meant(sheet, state);
  if (!line) return { state, verdict: plainVerdict(['没有未齐的行', 'No line is open']) };
  const now = countOf(state, line);
  const [book, shelf, lacking] = [quantityText(line.onHand), quantityText(now.qty), stepsText(leftOf(state, line))];
  const short = labelIn([`账 ${book} 架 ${shelf}`, `book ${book}, shelf ${shelf}`], language);
  const words: Label = [
    `${line.itemName} 记短 ${lacking}，账 ${book} 架 ${shelf}`,
    `${line.itemName}: ${lacking} short, book ${book}, shelf ${shelf}`,
  ];
  const counts = { ...state.counts, [line.id]: { ...now, short } };
  const entry: Scan = { at, tone: 'short', words, lineId: line.id, qty: '0', before: { [line.id]: now } };
  const next = withEntry(state, entry, counts);
  return {
    state: next,
    verdict: {
      tone: 'short',
      head: [`记短 ${lacking} ${line.unit}`, `${lacking} ${line.unit} short`],
      text: [
        `${line.itemName} 移交 ${shelf}，其余留在领料单`,
        `${line.itemName}: ${shelf} leave, the rest stays on the request`,
      ],
      next: ['原因可在行内改', 'The reason can be edited in the line'],
    },
  };
}

/** Write the reason of a short line. */
export const reasoned = (state: ScanState, line: ScanLine, short: string): ScanState => ({
  ...state,
  counts: { ...state.counts, [line.id]: { ...countOf(state, line), short } },
});

/** Replace the quantity of the last counting scan. */
export function requantified(sheet: ScanSheet, state: ScanState, text: string, at: string): ScanOutcome {
  const entry = lastCounting(state, 'good');
  const line = sheet.lines.find((one) => one.id === entry?.lineId);
  if (!entry || !line)
    return { state, verdict: plainVerdict(['先扫物料，再改数', 'Scan a material first, then its quantity']) };
  const qty = typedQuantity(text);
  if (line.isSerial || qty === null) return refusedScan(state, at, quantityRefused(line, text), line.id);
  const base = withoutScan(state, entry);
  const lines = sheet.lines.filter((one) => one.materialId === line.materialId);
  const room = byNeed(base, lines).reduce((sum, one) => sum + leftOf(base, one), 0n);
  if (qty > room)
    return refusedScan(
      state,
      at,
      wrongVerdict(
        [`最多 ${stepsText(room)}`, `At most ${stepsText(room)}`],
        [
          `${line.itemName} 应发 ${quantityText(line.toShip)} ${line.unit}`,
          `${line.itemName}: ${quantityText(line.toShip)} ${line.unit} to ship`,
        ],
        NO_WORDS,
      ),
      line.id,
    );
  return countQuantity(sheet, base, at, lines, qty);
}
