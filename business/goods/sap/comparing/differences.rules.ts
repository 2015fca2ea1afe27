import { decimalOf, rounded, stepsOf } from '#kernel/language/exact.ts';
import type { GUESSES } from '../sap-flow.calls.ts';

const QTY = 3;
/** Decimals of a unit cost, and of an amount. */
const [COST, MONEY] = [4, 2];

/** A quantity of an item in a warehouse of SAP. */
export interface CountedStock {
  readonly whsCode: string;
  readonly itemCode: string;
  readonly qty: string;
}

/** Our stock of an item in a warehouse of SAP. `cost`: its moving average cost. */
export interface OwnStock extends CountedStock {
  readonly stores: number;
  readonly cost: string | null;
}

/** An item of ours, by its code. `cost`: its standard cost, for items without stock. */
export interface ComparedItem {
  readonly id: string;
  readonly name: string;
  readonly isSerial: boolean;
  readonly cost: string | null;
}

/** Both stocks, and what explains their differences. */
export interface Stocks {
  readonly ours: readonly OwnStock[];
  readonly sap: readonly CountedStock[];
  /** Rows that SAP has not posted, signed by their effect on the warehouse. */
  readonly inFlight: readonly CountedStock[];
  /** Single rows in flight whose request to SAP had no answer, or a refusal. */
  readonly unanswered: readonly CountedStock[];
  /** Movements that SAP never gets, or waits for, signed in the same way. */
  readonly unposted: readonly CountedStock[];
  /** Our items by their codes. */
  readonly items: ReadonlyMap<string, ComparedItem>;
}

export interface StockDifference {
  readonly whsCode: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly materialId: string | null;
  readonly isSerial: boolean;
  readonly ours: string;
  readonly sap: string;
  /** Does SAP know the item in any warehouse? */ readonly isInSap: boolean;
  readonly inFlight: string;
  readonly delta: string;
  /** Value of the difference at moving average cost, CNY. */ readonly amount: string;
  readonly guess: (typeof GUESSES)[number];
  readonly isGroup: boolean;
}

/** The result of a comparison: where both sides differ, and the number of compared items by warehouse. */
export interface ComparedStock {
  readonly differences: readonly StockDifference[];
  readonly counts: ReadonlyMap<string, number>;
}

const keyOf = ({ whsCode, itemCode }: Pick<CountedStock, 'whsCode' | 'itemCode'>): string => `${whsCode}\n${itemCode}`;

function summed(rows: readonly CountedStock[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0n) + stepsOf(row.qty, QTY));
  return sums;
}

/** Return the effects of the rows of each key. */
function listed(rows: readonly CountedStock[]): Map<string, bigint[]> {
  const lists = new Map<string, bigint[]>();
  for (const row of rows) lists.set(keyOf(row), [...(lists.get(keyOf(row)) ?? []), stepsOf(row.qty, QTY)]);
  return lists;
}

interface Evidence {
  readonly isOurs: boolean;
  readonly isInSap: boolean;
  readonly delta: bigint;
  readonly unanswered: readonly bigint[];
  readonly unposted: bigint;
}

/** Did SAP post rows whose answer was lost? Then they count as in flight although SAP has them. */
function isAnswerLost({ delta, unanswered }: Evidence): boolean {
  const sum = unanswered.reduce((all, one) => all + one, 0n);
  return delta !== 0n && [...unanswered, sum].includes(-delta);
}

/** Return the likely cause of a difference. */
function guessOf(of: Evidence): StockDifference['guess'] {
  if (!of.isOurs) return 'unknownItem';
  if (of.delta === 0n || isAnswerLost(of)) return 'inFlight';
  if (of.delta === of.unposted) return 'unposted';
  return of.isInSap ? 'count' : 'unknownItem';
}

/** Return the value of a quantity at a unit cost. */
const amountOf = (delta: bigint, cost: string | null): string =>
  decimalOf(rounded(delta * stepsOf(cost, COST), 10n ** BigInt(QTY + COST - MONEY)), MONEY);

/** Return the stocks by their keys, for lookups. */
function lookups({ ours, sap, inFlight, unanswered, unposted }: Stocks) {
  return {
    own: new Map(ours.map((row) => [keyOf(row), row])),
    mine: summed(ours),
    theirs: summed(sap),
    flying: summed(inFlight),
    sent: listed(unanswered),
    waiting: summed(unposted),
    known: new Set(sap.map((row) => row.itemCode)),
  };
}

type Lookups = ReturnType<typeof lookups>;

/** Return the item of a difference; a material that we do not know has no name and no cost. */
function itemOf(key: string, { own }: Lookups, item: ComparedItem | undefined) {
  const held = own.get(key);
  const standard = item?.cost ?? null;
  return {
    shown: { itemName: item?.name ?? '', materialId: item?.id ?? null, isSerial: item?.isSerial ?? false },
    isGroup: held !== undefined && held.stores > 1,
    cost: held?.cost ?? standard,
  };
}

/** Return the difference of a key; null where both sides are equal and nothing is in flight. */
function differenceOf(key: string, of: Lookups, items: Stocks['items']): StockDifference | null {
  const sumIn = (sums: ReadonlyMap<string, bigint>): bigint => sums.get(key) ?? 0n;
  const [we, they, way] = [sumIn(of.mine), sumIn(of.theirs), sumIn(of.flying)];
  if (we === they && way === 0n) return null;
  const [whsCode, itemCode] = key.split('\n');
  const item = items.get(itemCode);
  const [{ shown, isGroup, cost }, isInSap] = [itemOf(key, of, item), of.known.has(itemCode)];
  const delta = we - they - way;
  const evidence = { delta, isInSap, unanswered: of.sent.get(key) ?? [], unposted: sumIn(of.waiting) };
  return {
    ...{ whsCode, itemCode, ...shown, isInSap, isGroup },
    ours: decimalOf(we, QTY),
    sap: decimalOf(they, QTY),
    inFlight: decimalOf(way, QTY),
    delta: decimalOf(delta, QTY),
    amount: amountOf(delta, cost),
    guess: guessOf({ ...evidence, isOurs: item !== undefined }),
  };
}

/** Compare both stocks. The largest differences are first. */
export function compared(stocks: Stocks): ComparedStock {
  const of = lookups(stocks);
  const keys = [...new Set([...of.mine.keys(), ...of.theirs.keys()])];
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key.split('\n')[0], (counts.get(key.split('\n')[0]) ?? 0) + 1);
  const size = (one: StockDifference): number => Math.abs(Number(one.delta));
  const differences = keys
    .map((key) => differenceOf(key, of, stocks.items))
    .filter((one) => one !== null)
    .toSorted((a, b) => size(b) - size(a) || (keyOf(a) < keyOf(b) ? -1 : 1));
  return { differences, counts };
}

/** Is the difference explained by rows in flight alone? */
export const isLevelled = (one: Pick<StockDifference, 'delta'>): boolean => stepsOf(one.delta, QTY) === 0n;
