import type { Label, Language } from '#kernel/language/label.ts';
import { codeText } from '#kernel/fields/text/code-text.ts';
import type { ScanLine, ScanSheet } from '../scan.calls.ts';
import { readCode } from './codes.rules.ts';
import { shortened, withoutLastScan } from './commands.rules.ts';
import { ONE_PIECE, type ScanOutcome, type ScanState, noted, refusedScan, stepsText } from './counting.rules.ts';
import { byNeed, countQuantity, countedLines, isComplete, leftOf, linesToScan, nextToScan } from './lines.rules.ts';
import { matched } from './match.rules.ts';
import { NO_WORDS, type ScanVerdict, placeZh, plainVerdict, serialNeeded, wrongVerdict } from './verdict.rules.ts';

/** Judge a serial number of the store at once. */
function countSerial(
  sheet: ScanSheet,
  state: ScanState,
  at: string,
  { piece, lines }: { readonly piece: ScanSheet['serials'][number]; readonly lines: readonly ScanLine[] },
): ScanOutcome {
  const { serialNo: code, promised, bin } = piece;
  const [first] = lines;
  if (Object.values(state.counts).some((count) => count.serials.includes(code)))
    return refusedScan(
      state,
      at,
      wrongVerdict(
        ['这个序列号扫过了', 'This serial number was scanned before'],
        [`${first.itemName} ${code}`, `${first.itemName} ${code}`],
      ),
      first.id,
    );
  if (promised)
    return refusedScan(
      state,
      at,
      wrongVerdict(
        ['这个序列号不能发，没有计数', 'This serial number cannot leave, not counted'],
        [`${first.itemName} ${code} 已在发料单 ${promised}`, `${first.itemName} ${code} is on shipment ${promised}`],
        [`放回${placeZh(bin)}，换一台`, `Put it back to ${bin || 'its place'} and take another`],
      ),
      first.id,
    );
  const [line] = byNeed(state, lines);
  if (!line) return countQuantity(sheet, state, at, lines, ONE_PIECE);
  return countedLines(sheet, state, at, [{ line, qty: ONE_PIECE, serial: code }]);
}

/** Return the verdict on a scanned thing: an item, a box, or a serial number of this shipment; else look it up. */
function scanThing(sheet: ScanSheet, state: ScanState, at: string, code: string): ScanOutcome {
  const found = matched(sheet.lines, sheet.serials, code);
  if (found?.is === 'piece') return countSerial(sheet, state, at, found);
  if (found?.is === 'bySerial') return refusedScan(state, at, serialNeeded(found.lines[0]), found.lines[0].id);
  if (found) return countQuantity(sheet, state, at, found.lines, found.qty);
  if (sheet.shipment.shipWay === 'courier' && isComplete(sheet, state))
    return { ...track(sheet, state, at, code), then: 'handOver' };
  return {
    state,
    verdict: plainVerdict(['认一下这个码…', 'Looking up this code …'], [code, code]),
    then: 'lookUp',
  };
}

/** Store the tracking number of the courier. */
function track(sheet: ScanSheet, state: ScanState, at: string, trackingNo: string): ScanOutcome {
  const words: Label = [`物流单号 ${trackingNo}`, `Tracking number ${trackingNo}`];
  const verdict: ScanVerdict = {
    tone: 'good',
    head: words,
    text: NO_WORDS,
    next: nextToScan(sheet, { ...state, trackingNo }),
  };
  return { state: { ...noted(state, at, verdict, { words, lineId: null }), trackingNo }, verdict };
}

const incomplete = (sheet: ScanSheet, state: ScanState): ScanVerdict => {
  const n = linesToScan(sheet, state).length;
  return n
    ? {
        tone: 'short',
        head: [`还差 ${n} 行`, n === 1 ? '1 line is open' : `${n} lines are open`],
        text: ['扫完，或逐行记短', 'Scan them, or record each as short'],
        next: nextToScan(sheet, state),
      }
    : {
        tone: 'short',
        head: ['一件也没有点到', 'Nothing was counted'],
        text: ['没有货可移交', 'There is nothing to hand over'],
        next: NO_WORDS,
      };
};

/** Judge whether goods may be handed over now. */
export function toHandOver(sheet: ScanSheet, state: ScanState): ScanOutcome {
  if (!isComplete(sheet, state)) return { state, verdict: incomplete(sheet, state) };
  if (sheet.shipment.shipWay === 'courier' && !state.trackingNo && !sheet.shipment.trackingNo)
    return {
      state,
      verdict: {
        tone: 'short',
        head: ['快递要有物流单号', 'A courier needs a tracking number'],
        text: ['扫面单上的条码', 'Scan the code of the label'],
        next: NO_WORDS,
      },
    };
  return { state, verdict: plainVerdict(['正在移交…', 'Handing over …']), then: 'handOver' };
}

/** Judge a badge: that of the receiver is the signature, another one is refused once something was counted. */
function scanBadge(sheet: ScanSheet, state: ScanState, at: string, technicianNo: string): ScanOutcome {
  if (technicianNo === codeText(sheet.technicianNo)) return toHandOver(sheet, state);
  if (!Object.keys(state.counts).length)
    return { state, verdict: plainVerdict(['打开这位技师的单', 'Opening the documents of this badge']), then: 'open' };
  const name = sheet.shipment._names?.technicianId ?? '';
  return refusedScan(
    state,
    at,
    wrongVerdict(
      ['不是领料人的工牌', 'This is not the badge of the receiver'],
      [`这张单由${name}来领`, `${name} receives this shipment`],
      ['先放一放（F4），再扫别人的工牌', 'Put it aside (F4) before you scan another badge'],
    ),
  );
}

/** Go to the line whose place was scanned. */
function scanPlace(sheet: ScanSheet, state: ScanState, at: string, bin: string): ScanOutcome {
  const here = sheet.lines.filter((line) => codeText(line.bin) === bin);
  const line = here.find((one) => leftOf(state, one) > 0n) ?? here[0];
  if (!line)
    return refusedScan(
      state,
      at,
      wrongVerdict([`${bin} 没有这张单的货`, `Nothing of this document is at ${bin}`], NO_WORDS),
    );
  return {
    state: { ...state, lineId: line.id },
    verdict: plainVerdict(
      [`${line.bin} ${line.itemName}`, `${line.bin} ${line.itemName}`],
      [`还要 ${stepsText(leftOf(state, line))} ${line.unit}`, `${stepsText(leftOf(state, line))} ${line.unit} to go`],
    ),
  };
}

/** Judge a scanned text. `at`: the time of the scan, for the log. */
export function scan(
  sheet: ScanSheet,
  state: ScanState,
  text: string,
  { at, language }: { readonly at: string; readonly language: Language },
): ScanOutcome {
  const code = readCode(text);
  switch (code.is) {
    case 'badge':
      return scanBadge(sheet, state, at, code.technicianNo);
    case 'place':
      return scanPlace(sheet, state, at, code.bin);
    case 'paper':
      return {
        state,
        verdict: plainVerdict(['打开这张单', 'Opening this document'], [code.no, code.no]),
        then: 'open',
      };
    case 'command':
      switch (code.command) {
        case 'UNDO':
          return withoutLastScan(sheet, state);
        case 'SHORT':
          return shortened(sheet, state, { at, language });
        case 'QTY':
          return {
            state,
            verdict: plainVerdict(['输入这次的数量', 'Type the quantity of this scan']),
            then: 'quantity',
          };
        default:
          return { state, verdict: plainVerdict(['换一张单', 'Next document']), then: 'next' };
      }
    default:
      return scanThing(sheet, state, at, code.code);
  }
}
