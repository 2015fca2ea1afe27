import Big from 'big.js';
import { sheetParts } from '../wages/sheet/difference.rules.ts';
import type { PeriodTotal } from '../wages/totals/totals.calls.ts';

/** The columns of a sheet that are amounts, in the order of the table. */
export const sheetColumns = [...sheetParts, 'totalAmount'] as const;
export type SheetColumnName = (typeof sheetColumns)[number];

/** The action that leads on from each state of a period. */
export const following: Readonly<Record<string, string | undefined>> = {
  open: 'calculate',
  calculated: 'send',
  signing: 'approve',
  approved: 'pay',
  paid: 'close',
};

/** The states of a period in their order. */
export const order = ['open', 'calculated', 'signing', 'approved', 'paid', 'closed'] as const;

/**
 * Return the period to work on: the earliest that is not closed, else the newest. `periods` are sorted newest first.
 */
export const dueOf = <P extends { readonly id: string; readonly [field: string]: unknown }>(
  periods: readonly P[],
): P | undefined => periods.toReversed().find((one) => one.periodStatus !== 'closed') ?? periods[0];

/** Sum the sheets of all people. */
export function periodSumsOf(
  rows: readonly PeriodTotal[],
): Readonly<Record<SheetColumnName, string>> & { readonly pieceCount: number; readonly lineCount: number } {
  const sum = (column: SheetColumnName): string =>
    rows.reduce((all, row) => all.plus(row[column] || 0), new Big(0)).toFixed(2);
  return {
    ...(Object.fromEntries(sheetColumns.map((column) => [column, sum(column)])) as Record<SheetColumnName, string>),
    pieceCount: rows.reduce((all, row) => all + Number(row.pieceCount), 0),
    lineCount: rows.reduce((all, row) => all + Number(row.lineCount), 0),
  };
}

/** Return the change from another amount in percent, one decimal, signed; null without an earlier amount. */
export function changeOf(now: string | null, before: string | null | undefined): string | null {
  if (!before || isZero(before)) return null;
  const change = new Big(now || 0).minus(before).div(new Big(before).abs()).times(100).round(1, Big.roundHalfUp);
  return `${change.gt(0) ? '+' : change.lt(0) ? '−' : ''}${change.abs().toFixed(1)}%`;
}

export const isZero = (amount: string | null): boolean => new Big(amount || 0).eq(0);

/** Format an amount with two decimals and a sign: + or the typographic minus (−). */
export const signed = (amount: string): string => {
  const big = new Big(amount || 0);
  return `${big.lt(0) ? '−' : '+'}${big.abs().toFixed(2)}`;
};

/**
 * An unusual fact about a sheet, shown as a warning. `amount` is the amount in question. `percent` compares piece-work
 * pay with the mean of earlier months.
 */
export interface Outlier {
  readonly row: PeriodTotal;
  readonly kind: 'piece' | 'capped' | 'minimum' | 'carried';
  readonly amount: string;
  readonly percent?: string;
}

const OFF = 0.4;
const MIN_MONTHS = 2;

/**
 * Return how far a person's piece-work is from the mean of their earlier months. Return null when it is usual, or when
 * too few months are known.
 */
function farOff(row: PeriodTotal, earlier: readonly PeriodTotal[]): string | null {
  if (earlier.length < MIN_MONTHS) return null;
  const mean = earlier.reduce((all, one) => all.plus(one.pieceAmount || 0), new Big(0)).div(earlier.length);
  const isFar = mean.gt(0) && new Big(row.pieceAmount || 0).minus(mean).abs().gt(mean.times(OFF));
  return isFar ? changeOf(row.pieceAmount, mean.toFixed(2)) : null;
}

const lastCarryOf = (last: ReadonlyMap<string, PeriodTotal> | undefined, { technicianId }: PeriodTotal): string =>
  last?.get(technicianId)?.carryAmount || '0';

/** Return the unusual facts of a period. `before` are the earlier periods, the latest first. */
export function outliersOf(rows: readonly PeriodTotal[], before: readonly (readonly PeriodTotal[])[]): Outlier[] {
  const past = before.map((month) => new Map(month.map((row) => [row.technicianId, row])));
  return rows.flatMap((row): Outlier[] => {
    const earlier = past.map((month) => month.get(row.technicianId)).filter((one) => one !== undefined);
    const percent = farOff(row, earlier);
    const [carried, topUp] = [row.carryAmount || '0', row.minWageTopUp || '0'];
    const found: Outlier[] = percent ? [{ row, kind: 'piece', amount: row.pieceAmount || '0', percent }] : [];
    if (new Big(carried).gt(0)) found.push({ row, kind: 'capped', amount: carried });
    if (new Big(topUp).gt(0)) found.push({ row, kind: 'minimum', amount: topUp });
    if (!isZero(carried) && !isZero(lastCarryOf(past[0], row))) found.push({ row, kind: 'carried', amount: carried });
    return found;
  });
}

/** Count the sheets that wait for a signature. */
export const unsignedIn = (rows: readonly PeriodTotal[]): number =>
  rows.filter((row) => row.wageStatus === 'signing').length;

/**
 * Sort sheets by urgency: disputed, then unsigned, then unusual, then the rest. Sheets of equal urgency retain their
 * order.
 */
export function worryFirst(rows: readonly PeriodTotal[], unusual: ReadonlySet<string>): PeriodTotal[] {
  const rank = (row: PeriodTotal): number =>
    row.wageStatus === 'disputed' ? 0 : row.wageStatus === 'signing' ? 1 : unusual.has(row.technicianId) ? 2 : 3;
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

interface Effect {
  readonly technicianName: string;
  readonly delta: string;
}

/**
 * Return the people who gain and lose most in a simulation, at most `each` of either. `rest` summarises all others:
 * count, sum and largest difference. `most` is the largest difference of those who are named.
 */
export function spreadOf<E extends Effect>(
  people: readonly E[],
  each = 5,
): { up: E[]; down: E[]; rest: { count: number; sum: string; within: string }; most: string } {
  const up = people.filter((one) => new Big(one.delta).gt(0)).slice(0, each);
  const down = people.filter((one) => new Big(one.delta).lt(0)).slice(-each);
  const rest = people.filter((one) => !up.includes(one) && !down.includes(one));
  const furthest = (of: readonly Effect[]): Big =>
    of.reduce((most, one) => (new Big(one.delta).abs().gt(most) ? new Big(one.delta).abs() : most), new Big(0));
  return {
    up,
    down,
    rest: {
      count: rest.length,
      sum: rest.reduce((all, one) => all.plus(one.delta), new Big(0)).toFixed(2),
      within: furthest(rest).toFixed(2),
    },
    most: furthest([...up, ...down]).toFixed(2),
  };
}

interface Price {
  readonly id: string;
  readonly pieceworkProcessId: string;
  readonly unitPrice: string;
  readonly publishStatus?: string | null;
}

/**
 * Return the prices that a simulation uses in place of the published ones, for each process with a changed price or an
 * included draft. Unchanged prices of these processes are included, so that special prices still come before general
 * ones. Drafts are last: of two equally special prices the later one applies.
 */
export function triedOf<P extends Price>(
  prices: readonly P[],
  fresh: Readonly<Record<string, string>>,
  withDrafts: boolean,
): P[] {
  const isNew = (one: P): boolean =>
    one.publishStatus === 'draft' ? withDrafts : Boolean(fresh[one.id]) && !new Big(fresh[one.id]).eq(one.unitPrice);
  const touched = new Set(prices.filter(isNew).map((one) => one.pieceworkProcessId));
  const taken = prices
    .filter((one) => touched.has(one.pieceworkProcessId) && (one.publishStatus !== 'draft' || withDrafts))
    .map((one) => (fresh[one.id] ? { ...one, unitPrice: fresh[one.id] } : one));
  return [
    ...taken.filter((one) => one.publishStatus !== 'draft'),
    ...taken.filter((one) => one.publishStatus === 'draft'),
  ];
}

/** Change a price by a percentage; four decimals at most. */
export const movedBy = (price: string, percentage: string): string =>
  new Big(price).times(new Big(100).plus(percentage)).div(100).round(4, Big.roundHalfUp).toString();
