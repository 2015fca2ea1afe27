import { decimalOf } from '#kernel/language/exact.ts';
import type { Label } from '#kernel/language/label.ts';
import { codeText } from '#kernel/fields/text/code-text.ts';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { readCode } from '../rules/codes.rules.ts';
import {
  type Count,
  ONE_PIECE,
  type Scan,
  type ScanOutcome,
  type ScanState,
  countOf,
  lastCounting,
  refusedScan,
  scanSteps,
  stepsText,
  typedQuantity,
  undoneScan,
  withEntry,
  withoutScan,
} from '../rules/counting.rules.ts';
import { matched } from '../rules/match.rules.ts';
import {
  NO_WORDS,
  plainVerdict,
  quantityRefused,
  serialNeeded,
  unknownVerdict,
  wrongVerdict,
} from '../rules/verdict.rules.ts';
import type { ShelfItem, ShelfSheet, ShelfThing } from './shelf.calls.ts';

/** Note of a material that was counted as 0 by an explicit press. */
const AS_ZERO = 'zero';

const lineOf = ({ materialId }: ShelfItem): { id: string } => ({ id: materialId });
const countIn = (state: ScanState, item: ShelfItem): Count => countOf(state, lineOf(item));

/** Return the area of a place: what comes before its first dash or dot. */
const areaOf = (bin: string): string => bin.split(/[-.]/)[0];

/** Return the areas of a store by its places. */
export const areasOf = ({ items, serials }: ShelfSheet): string[] =>
  [...new Set([...items, ...serials].map(({ bin }) => areaOf(bin)))].filter(Boolean).toSorted();

/** Is a place in an area? Without an area the whole store is counted. */
const isIn = (bin: string, area: string): boolean => area === '' || areaOf(bin) === area;

const piecesOf = ({ serials }: ShelfSheet, item: ShelfItem): ShelfSheet['serials'] =>
  serials.filter((one) => one.materialId === item.materialId);

const isItemIn = (sheet: ShelfSheet, item: ShelfItem, area: string): boolean =>
  item.isSerial ? piecesOf(sheet, item).some(({ bin }) => isIn(bin, area)) : isIn(item.bin, area);

/** Was a material counted: scanned, or set to 0? */
export function isCountedItem(state: ScanState, item: ShelfItem): boolean {
  const { qty, short } = countIn(state, item);
  return scanSteps(qty) > 0n || short !== null;
}

export const countedItems = ({ items }: ShelfSheet, state: ScanState): ShelfItem[] =>
  items.filter((item) => isCountedItem(state, item));

/** Return the materials of an area that should be there and were not counted. */
export const uncounted = (sheet: ShelfSheet, state: ScanState, area: string): ShelfItem[] =>
  sheet.items.filter((item) => scanSteps(item.book) > 0n && isItemIn(sheet, item, area) && !isCountedItem(state, item));

/** Return the serial numbers of other areas, which a count of this one leaves as they are in the books. */
const outside = (sheet: ShelfSheet, state: ScanState, item: ShelfItem, area: string): string[] => {
  const seen = new Set(countIn(state, item).serials);
  return piecesOf(sheet, item)
    .filter(({ bin, serialNo }) => !isIn(bin, area) && !seen.has(serialNo))
    .map((one) => one.serialNo);
};

/** A counted material as the draft takes it. `difference`: counted less book, in the unit of the material. */
export interface ShelfRow {
  readonly materialId: string;
  readonly countQty: string;
  readonly bookQty: string;
  readonly difference: bigint;
  readonly serialNos: string;
  readonly remark: string;
}

/** Return a counted material against its balance. */
export function shelfRow(sheet: ShelfSheet, state: ScanState, item: ShelfItem, area: string): ShelfRow {
  const { qty, serials } = countIn(state, item);
  const others = item.isSerial ? outside(sheet, state, item, area) : [];
  const counted = scanSteps(qty) + BigInt(others.length) * ONE_PIECE;
  return {
    materialId: item.materialId,
    countQty: decimalOf(counted, QTY),
    bookQty: item.book,
    difference: counted - scanSteps(item.book),
    serialNos: [...serials, ...others].join(','),
    remark: others.length ? `${area}: +${others.length}` : '',
  };
}

/**
 * May the balance of a material be shown? The count is blind: it is hidden while the material is counted, and shown
 * once the next one is.
 */
export const isRevealed = (state: ScanState, item: ShelfItem): boolean =>
  isCountedItem(state, item) && state.lineId !== item.materialId;

const GO_ON: Label = ['接着扫；数完扫下一种', 'Go on; then scan the next material'];

interface Adding {
  readonly item: ShelfItem;
  readonly qty: bigint;
  readonly serial?: string;
}

/** Count pieces of a material. Where the books have it in another area, the verdict names its place. */
function counted(state: ScanState, at: string, area: string, { item, qty, serial }: Adding): ScanOutcome {
  const before = countIn(state, item);
  const sum = scanSteps(before.qty) + qty;
  const now: Count = {
    qty: decimalOf(sum, QTY),
    serials: serial ? [...before.serials, serial] : before.serials,
    short: null,
  };
  const added = serial ? ` ${serial}` : qty === ONE_PIECE ? '' : ` ×${stepsText(qty)}`;
  const words: Label = [
    `${item.itemName}${added}，实盘 ${stepsText(sum)} ${item.unit}`,
    `${item.itemName}${added}, ${stepsText(sum)} ${item.unit} counted`,
  ];
  const isStray = item.bin !== '' && !isIn(item.bin, area);
  const entry: Scan = {
    at,
    tone: 'good',
    words,
    lineId: item.materialId,
    qty: decimalOf(qty, QTY),
    before: { [item.materialId]: before },
  };
  return {
    state: withEntry(state, entry, { ...state.counts, [item.materialId]: now }),
    verdict: {
      tone: isStray ? 'short' : 'good',
      head: isStray ? [`已计数，账上在 ${item.bin}`, `Counted; its place is ${item.bin}`] : ['已计数', 'Counted'],
      text: words,
      next: GO_ON,
    },
  };
}

/** Judge the code of a thing. One that the store does not have is looked up. */
function scanThing(sheet: ShelfSheet, state: ScanState, code: string, { at, area }: ShelfScan): ScanOutcome {
  const found = matched(sheet.items, sheet.serials, code);
  if (!found)
    return {
      state,
      verdict: plainVerdict(['认一下这个码…', 'Looking up this code …'], [code, code]),
      then: 'lookUp',
    };
  const [item] = found.lines;
  if (found.is === 'bySerial') return refusedScan(state, at, serialNeeded(item), item.materialId);
  if (found.is === 'quantity') return counted(state, at, area, { item, qty: found.qty });
  const { serialNo, bin } = found.piece;
  if (countIn(state, item).serials.includes(serialNo))
    return refusedScan(
      state,
      at,
      wrongVerdict(
        ['这个序列号扫过了', 'This serial number was scanned before'],
        [`${item.itemName} ${serialNo}`, `${item.itemName} ${serialNo}`],
      ),
      item.materialId,
    );
  return counted(state, at, area, { item: { ...item, bin }, qty: ONE_PIECE, serial: serialNo });
}

/** Name the materials of a place, without their quantities. */
function scanPlace(sheet: ShelfSheet, state: ScanState, bin: string): ScanOutcome {
  const here = sheet.items.filter((item) => codeText(item.bin) === bin);
  const open = here.filter((item) => !isCountedItem(state, item)).length;
  return {
    state: { ...state, lineId: null },
    verdict: plainVerdict(
      [`货位 ${bin}`, `Place ${bin}`],
      [`账上 ${here.length} 种，${open} 种没数`, `${here.length} in the books, ${open} not counted`],
    ),
  };
}

/** A scan in a count: its time, and the area that is counted; empty for the whole store. */
export interface ShelfScan {
  readonly at: string;
  readonly area: string;
}

/** Judge a scanned text in a count. */
export function scanShelf(sheet: ShelfSheet, state: ScanState, text: string, by: ShelfScan): ScanOutcome {
  const code = readCode(text);
  if (code.is === 'thing') return scanThing(sheet, state, code.code, by);
  if (code.is === 'place') return scanPlace(sheet, state, code.bin);
  if (code.is === 'command' && code.command === 'UNDO') return undoneShelf(state);
  if (code.is === 'command' && code.command === 'QTY')
    return { state, verdict: plainVerdict(['输入这次的数量', 'Type the quantity of this scan']), then: 'quantity' };
  if (code.is === 'command') return finishedItem(state);
  return refusedScan(
    state,
    by.at,
    wrongVerdict(['盘点只扫物料和货位', 'A count takes materials and places'], [text, text]),
  );
}

export const undoneShelf = (state: ScanState): ScanOutcome => undoneScan(state, () => NO_WORDS);

/** End the counting of the material at hand: its balance is shown. */
export const finishedItem = (state: ScanState): ScanOutcome => ({
  state: { ...state, lineId: null },
  verdict: plainVerdict(['这种数完了', 'This material is counted'], NO_WORDS, ['扫下一种', 'Scan the next one']),
});

/** Replace the quantity of the last counting scan. */
export function requantifiedShelf(sheet: ShelfSheet, state: ScanState, text: string, by: ShelfScan): ScanOutcome {
  const entry = lastCounting(state, 'good');
  const item = sheet.items.find((one) => one.materialId === entry?.lineId);
  if (!entry || !item)
    return { state, verdict: plainVerdict(['先扫物料，再改数', 'Scan a material first, then its quantity']) };
  const qty = typedQuantity(text);
  if (item.isSerial || qty === null) return refusedScan(state, by.at, quantityRefused(item, text), item.materialId);
  return counted(withoutScan(state, entry), by.at, by.area, { item, qty });
}

/** Count the materials of an area that were not scanned as 0. */
export function zeroed(sheet: ShelfSheet, state: ScanState, { at, area }: ShelfScan): ScanOutcome {
  const items = uncounted(sheet, state, area);
  if (!items.length) return { state, verdict: plainVerdict(['都数过了', 'Everything is counted']) };
  const before = Object.fromEntries(items.map((item) => [item.materialId, countIn(state, item)]));
  const zero: Count = { qty: '0', serials: [], short: AS_ZERO };
  const words: Label = [`没扫到的 ${items.length} 种记 0`, `${items.length} not scanned: counted as 0`];
  const entry: Scan = { at, tone: 'short', words, lineId: null, qty: '0', before };
  const counts = { ...state.counts, ...Object.fromEntries(items.map((item) => [item.materialId, zero])) };
  return {
    state: { ...withEntry(state, entry, counts), lineId: null },
    verdict: { tone: 'short', head: words, text: NO_WORDS, next: ['Esc 撤销', 'Esc undoes it'] },
  };
}

/** Judge a code that the store does not have, by what the server found; null: nobody knows it. */
export function judgedStranger(
  sheet: ShelfSheet,
  state: ScanState,
  { code, thing, at, area }: ShelfScan & { readonly code: string; readonly thing: ShelfThing | null },
): ScanOutcome & { readonly sheet: ShelfSheet } {
  if (!thing) return { ...refusedScan(state, at, unknownVerdict(code)), sheet };
  const { item, serialNo, holder } = thing;
  if (holder !== null)
    return {
      ...refusedScan(
        state,
        at,
        wrongVerdict(
          ['账上这台在别处，没有计数', 'The books have it elsewhere, not counted'],
          [`${item.itemName} ${serialNo} 在${holder}`, `${item.itemName} ${serialNo} is in ${holder}`],
          ['放一边，报给主管', 'Put it aside and report it'],
        ),
      ),
      sheet,
    };
  if (item.isSerial) return { ...refusedScan(state, at, serialNeeded(item)), sheet };
  const isBox = codeText(item.packBarcode) === code && codeText(item.itemCode) !== code;
  const outcome = counted(state, at, area, { item, qty: isBox ? scanSteps(item.packQty || '1') : ONE_PIECE });
  return { ...outcome, sheet: { ...sheet, items: [...sheet.items, item] } };
}

/**
 * Return the state after the books were read again, and the materials whose balance changed. Their counts are dropped:
 * nobody knows whether they were counted before or after.
 */
export function afterReading(
  old: ShelfSheet,
  now: ShelfSheet,
  state: ScanState,
): { readonly state: ScanState; readonly moved: readonly ShelfItem[] } {
  const books = new Map(now.items.map((item) => [item.materialId, item.book]));
  const moved = countedItems(old, state).filter(
    (item) => scanSteps(books.get(item.materialId) ?? '0') !== scanSteps(item.book),
  );
  const gone = new Set(moved.map((item) => item.materialId));
  const counts = Object.fromEntries(Object.entries(state.counts).filter(([id]) => !gone.has(id)));
  return { state: { ...state, counts, lineId: null, log: moved.length ? [] : state.log }, moved };
}

/** Return the counted quantity of a material in words. */
export const countedText = (state: ScanState, item: ShelfItem): string => quantityText(countIn(state, item).qty);

export const serialsOfItem = (state: ScanState, item: ShelfItem): readonly string[] => countIn(state, item).serials;

/** Return a difference with its sign; empty where there is none. */
export const differenceText = (difference: bigint): string =>
  difference === 0n ? '' : `${difference > 0n ? '+' : '−'}${stepsText(difference < 0n ? -difference : difference)}`;

/** Return how many counted materials differ from their balance, as far as it is revealed. */
export const differing = (sheet: ShelfSheet, state: ScanState, area: string): number =>
  countedItems(sheet, state).filter(
    (item) => isRevealed(state, item) && shelfRow(sheet, state, item, area).difference !== 0n,
  ).length;
