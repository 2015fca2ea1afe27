import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Label } from '#kernel/language/label.ts';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { type ScanTone, type ScanVerdict, plainVerdict } from './verdict.rules.ts';

/** The count of a line. `short`: why less leaves than was planned; null while it is open. */
export interface Count {
  readonly qty: string;
  readonly serials: readonly string[];
  readonly short: string | null;
}

/** A scan in the log. `before`: counts that it changed, as they were; null if it changed none. */
export interface Scan {
  readonly at: string;
  readonly tone: ScanTone;
  readonly words: Label;
  readonly lineId: string | null;
  readonly qty: string;
  readonly before: Readonly<Record<string, Count>> | null;
}

/** Counts of a shipment, or of a shelf, on this device. */
export interface ScanState {
  readonly counts: Readonly<Record<string, Count>>;
  readonly log: readonly Scan[];
  /** The line meant by the last scan or by the arrow keys. */ readonly lineId: string | null;
  readonly trackingNo: string;
}

/** The effect of a scan, and what the page does next. */
export interface ScanOutcome {
  readonly state: ScanState;
  readonly verdict: ScanVerdict;
  readonly then?: 'handOver' | 'next' | 'quantity' | 'lookUp' | 'open';
}

export const NO_COUNT: Count = { qty: '0', serials: [], short: null };
export const NEW_STATE: ScanState = { counts: {}, log: [], lineId: null, trackingNo: '' };

const MAX_LOG = 200;

export const scanSteps = (qty: string): bigint => stepsOf(qty, QTY);
export const stepsText = (qty: bigint): string => quantityText(decimalOf(qty, QTY));

/** One piece. */
export const ONE_PIECE = scanSteps('1');

export const countOf = ({ counts }: ScanState, line: { readonly id: string }): Count => counts[line.id] ?? NO_COUNT;

/** Return the state with one more entry in its log. */
export const withEntry = (state: ScanState, entry: Scan, counts = state.counts): ScanState => ({
  ...state,
  counts,
  lineId: entry.lineId ?? state.lineId,
  log: [entry, ...state.log].slice(0, MAX_LOG),
});

/** Return the state with a scan that counted nothing. */
export const noted = (
  state: ScanState,
  at: string,
  verdict: ScanVerdict,
  { words, lineId }: { readonly words: Label; readonly lineId: string | null },
): ScanState => withEntry(state, { at, tone: verdict.tone, words, lineId, qty: '0', before: null });

/** Return the state with a refused scan in its log; nothing is counted. */
export function refusedScan(
  state: ScanState,
  at: string,
  verdict: ScanVerdict,
  lineId: string | null = null,
): ScanOutcome {
  const words = verdict.text[0] ? verdict.text : verdict.head;
  return { state: noted(state, at, verdict, { words, lineId }), verdict };
}

/** Return the last scan that counted something, of one tone where it is named. */
export const lastCounting = (state: ScanState, tone?: ScanTone): Scan | undefined =>
  state.log.find((one) => one.before !== null && (!tone || one.tone === tone));

/** Return the state without a scan that counted: its counts are as they were before it. */
export const withoutScan = (state: ScanState, entry: Scan): ScanState => ({
  ...state,
  counts: { ...state.counts, ...entry.before },
  lineId: entry.lineId,
  log: state.log.filter((one) => one !== entry),
});

/** Undo the last scan that counted something. `next`: what to do then. */
export function undoneScan(state: ScanState, next: (state: ScanState) => Label): ScanOutcome {
  const entry = lastCounting(state);
  if (!entry) return { state, verdict: plainVerdict(['没有可撤销的', 'There is nothing to undo']) };
  const before = withoutScan(state, entry);
  return { state: before, verdict: plainVerdict(['已撤销', 'Undone'], entry.words, next(before)) };
}

/** Return a typed quantity in steps; null for text that is none. */
export function typedQuantity(text: string): bigint | null {
  const typed = text.trim();
  return /^\d{1,10}(?:\.\d{1,3})?$/.test(typed) && scanSteps(typed) > 0n ? scanSteps(typed) : null;
}
