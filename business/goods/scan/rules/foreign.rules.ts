import type { Label } from '#kernel/language/label.ts';
import type { ScanLine, ScanSheet, ScannedThing } from '../scan.calls.ts';
import { type ScanOutcome, type ScanState, refusedScan } from './counting.rules.ts';
import { nearestLine } from './nearest.rules.ts';
import { NO_WORDS, offlineVerdict, placeZh, unknownVerdict, wrongVerdict } from './verdict.rules.ts';

const lineNo = (sheet: ScanSheet, line: ScanLine): number => sheet.lines.indexOf(line) + 1;

/** Judge a code that no line has, by what the server found; null: nobody knows it. */
export function judgedForeign(
  sheet: ScanSheet,
  state: ScanState,
  { code, thing, at }: { readonly code: string; readonly thing: ScannedThing | null; readonly at: string },
): ScanOutcome {
  if (thing?.serialNo && thing.holder) return elsewhere(sheet, state, thing, at);
  if (thing) return notNeeded(sheet, state, thing, at);
  return refusedScan(state, at, unknownVerdict(code));
}

/** Name the holder of a serial number that is not in the store. */
function elsewhere(sheet: ScanSheet, state: ScanState, thing: ScannedThing, at: string): ScanOutcome {
  const verdict = wrongVerdict(
    ['这个序列号不在本仓，没有计数', 'This serial number is not in the warehouse, not counted'],
    [
      `${thing.itemName} ${thing.serialNo} 在${thing.holder}`,
      `${thing.itemName} ${thing.serialNo} is in ${thing.holder}`,
    ],
    ['放一边，报给主管', 'Put it aside and report it'],
  );
  return refusedScan(state, at, verdict, sheet.lines.find((line) => line.itemCode === thing.itemCode)?.id ?? null);
}

/** Name a material that the shipment does not need, and the line that may have been meant. */
function notNeeded(sheet: ScanSheet, state: ScanState, thing: ScannedThing, at: string): ScanOutcome {
  const near = nearestLine(sheet.lines, thing);
  const needs: Label = near
    ? [`。第 ${lineNo(sheet, near)} 行要 ${near.itemName}`, `. Line ${lineNo(sheet, near)} needs ${near.itemName}`]
    : NO_WORDS;
  const fetch: Label = near?.bin ? [`，去 ${near.bin} 拿`, `, take from ${near.bin}`] : NO_WORDS;
  const verdict = wrongVerdict(
    ['这张单不要这个，没有计数', 'This document does not need it, not counted'],
    [`扫到 ${thing.itemName}${needs[0]}`, `Scanned ${thing.itemName}${needs[1]}`],
    [`放回${placeZh(thing.bin)}${fetch[0]}`, `Put it back to ${thing.bin || 'its place'}${fetch[1]}`],
  );
  return refusedScan(state, at, verdict, near?.id ?? null);
}

/** The verdict while a code cannot be looked up. */
export const judgedOffline = (state: ScanState, code: string, at: string): ScanOutcome =>
  refusedScan(state, at, offlineVerdict(code));
