import Big from 'big.js';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { pieceLine } from '../pieces/piece-line.paper.ts';

/** What a line is calculated by, decimals as text. */
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

/** The lines of one process at one machine, with what they come to. */
export interface LineGroup<L> {
  readonly key: string;
  readonly lines: readonly L[];
  readonly total: string;
}

/** What one person gets of a piece, line by line. */
export interface Share {
  readonly technicianId: string;
  readonly name: string;
  readonly parts: readonly string[];
  readonly total: string;
}

const sum = (amounts: readonly (string | null | undefined)[]): string =>
  amounts.reduce((all, one) => all.plus(one || 0), new Big(0)).toFixed(2);

/** Rows by a key, in the order they came; browsers that we serve have no `Map.groupBy` yet. */
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

/** '1.5000' as '1.5', '6.000' as '6'. */
export const plain = (decimal: string | null | undefined): string => new Big(decimal || 0).toString();

/** '0.6000' as '60%', '0.3333' as '33.33%'. */
export const percent = (ratio: string): string => `${new Big(ratio || 0).times(100).toString()}%`;

/** '60' of a hundred as '0.6'; nothing when it is no share. */
export function ratioOf(percentage: string): string | null {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(percentage.trim())) return null;
  const ratio = new Big(percentage.trim()).div(100);
  return ratio.gt(1) ? null : ratio.toString();
}

/** What is still missing of a hundred (below 0: too much); nothing when one of them is no number. */
export function missingOf(percentages: readonly string[]): string | null {
  const ratios = percentages.map(ratioOf);
  return ratios.includes(null)
    ? null
    : new Big(1)
        .minus(ratios.reduce((all, one) => all.plus(one!), new Big(0)))
        .times(100)
        .toString();
}

/** The factors of a person that are not one; the difficulty stands with the price. */
export const otherFactors = (line: Calculated): ('qualityCoef' | 'timeCoef' | 'pieceRatio')[] =>
  (['qualityCoef', 'timeCoef', 'pieceRatio'] as const).filter((name) => !new Big(line[name] || 1).eq(1));

/** Σ quantity × standard minutes over the processes of a piece; 0 = nothing known. */
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

/** Below three tenths or above three times the standard something is wrong with the time. */
export type Pace = 'short' | 'normal' | 'long';
export const paceOf = (minutes: number, standard: number): Pace =>
  minutes < standard * 0.3 ? 'short' : minutes > standard * 3 ? 'long' : 'normal';
