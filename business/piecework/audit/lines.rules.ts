import Big from 'big.js';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { pieceLine } from '../pieces/piece-line.paper.ts';

/** The values that a line is calculated from, decimals as text. */
export type Calculated = Pick<
  AnsweredRow<typeof pieceLine>,
  | 'pieceworkProcessId'
  | 'completionEquipmentId'
  | 'technicianId'
  | 'technicianName'
  | 'qty'
  | 'qualityCoef'
  | 'timeCoef'
  | 'pieceRatio'
  | 'shareRatio'
  | 'amount'
>;

/** The lines of one process at one machine, with their sum. */
export interface LineGroup<L> {
  readonly key: string;
  readonly lines: readonly L[];
  readonly total: string;
}

/** The pay of one person for a piece, line by line. */
export interface Share {
  readonly technicianId: string;
  readonly name: string;
  readonly parts: readonly string[];
  readonly total: string;
}

const sum = (amounts: readonly (string | null | undefined)[]): string =>
  amounts.reduce((all, one) => all.plus(one || 0), new Big(0)).toFixed(2);

/** Group rows by a key, in their order. Supported browsers have no `Map.groupBy` yet. */
function byKey<L>(rows: readonly L[], keyOf: (row: L) => string): [key: string, rows: L[]][] {
  const groups = new Map<string, L[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups];
}

export function lineGroupsOf<L extends Calculated>(lines: readonly L[]): LineGroup<L>[] {
  return byKey(lines, (line) => `${line.pieceworkProcessId} ${line.completionEquipmentId}`).map(([key, of]) => ({
    key,
    lines: of,
    total: sum(of.map((line) => line.amount)),
  }));
}

export function sharesOf(lines: readonly Calculated[]): Share[] {
  return byKey(lines, (line) => line.technicianId).map(([technicianId, of]) => ({
    technicianId,
    name: of[0].technicianName ?? '',
    parts: of.map((line) => line.amount ?? ''),
    total: sum(of.map((line) => line.amount)),
  }));
}

export const totalOfLines = (lines: readonly Calculated[]): string => sum(lines.map((line) => line.amount));

/** Return a decimal without trailing zeros: '1.5000' as '1.5', '6.000' as '6'. */
export const plain = (decimal: string | null | undefined): string => new Big(decimal || 0).toString();

/** Return a ratio as a percentage: '0.6000' as '60%', '0.3333' as '33.33%'. */
export const percent = (ratio: string): string => `${new Big(ratio || 0).times(100).toString()}%`;

/**
 * Return a percentage as a ratio: '60' as '0.6'. Return null unless it is a number from 0 to 100 with at most two
 * decimals.
 */
export function ratioOf(percentage: string): string | null {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(percentage.trim())) return null;
  const ratio = new Big(percentage.trim()).div(100);
  return ratio.gt(1) ? null : ratio.toString();
}

/** Return the percentage that is missing up to 100 (below 0: too much), or null when one of them is not valid. */
export function missingOf(percentages: readonly string[]): string | null {
  const ratios = percentages.map(ratioOf);
  return ratios.includes(null)
    ? null
    : new Big(1)
        .minus(ratios.reduce((all, one) => all.plus(one!), new Big(0)))
        .times(100)
        .toString();
}

/**
 * Return the names of the factors of a line that differ from 1. The difficulty is left out, since it is shown with the
 * price.
 */
export const otherFactors = (line: Calculated): ('qualityCoef' | 'timeCoef' | 'pieceRatio')[] =>
  (['qualityCoef', 'timeCoef', 'pieceRatio'] as const).filter((name) => !new Big(line[name] || 1).eq(1));

/** Return Σ quantity × standard minutes over the processes of a piece; 0 when unknown. */
export function standardMinutesOf(
  lines: readonly Calculated[],
  minutes: Readonly<Record<string, number | null | undefined>>,
): number {
  return Number(
    lineGroupsOf(lines).reduce(
      (all, { lines: [first] }) => all.plus(new Big(first.qty || 0).times(minutes[first.pieceworkProcessId] ?? 0)),
      new Big(0),
    ),
  );
}

/**
 * Actual duration of the work compared with its standard minutes: `short` below 0.3 times, `long` above 3 times, both
 * suspect.
 */
export type Pace = 'short' | 'normal' | 'long';
export const paceOf = (minutes: number, standard: number): Pace =>
  minutes < standard * 0.3 ? 'short' : minutes > standard * 3 ? 'long' : 'normal';
