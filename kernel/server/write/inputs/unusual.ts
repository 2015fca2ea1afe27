import { isEmpty } from '#kernel/fields/kind.ts';
import { addDays } from '#kernel/language/days.ts';
import type { AnyPaper, UnusualRule } from '#kernel/language/paper.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/** Return a day or moment moved forward by some days. */
const later = (from: string, days: number): string => `${addDays(from.slice(0, 10), days)}${from.slice(10, 19)}`;

async function isUnusual(
  tx: DatabaseSession,
  { field, from, days }: UnusualRule,
  after: Readonly<Values>,
): Promise<boolean> {
  const value = String(after[field]);
  const begin = from === undefined ? tx.today() : String(after[from] ?? '');
  const max = typeof days === 'number' ? days : Number(await tx.parameter(days));
  if (!begin || !Number.isFinite(max)) return false;
  const bound = later(begin, max);
  return value.slice(0, bound.length) > bound;
}

const isSame = (before: Stored | null, after: Readonly<Values>, names: readonly (string | undefined)[]): boolean =>
  before !== null && names.every((name) => !name || String(before[name] ?? '') === String(after[name] ?? ''));

/** Return the problems of days and moments that are later than usual and have no reason (`unusual` of the paper). */
export async function missingReasons(
  tx: DatabaseSession,
  paper: AnyPaper,
  after: Readonly<Values>,
  before: Stored | null,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const rule of (paper.unusual ?? []) as readonly UnusualRule[]) {
    if (isEmpty(after[rule.field]) || isSame(before, after, [rule.field, rule.from])) continue;
    const isExplained = rule.reason !== undefined && !isEmpty(after[rule.reason]);
    if (!isExplained && (await isUnusual(tx, rule, after)))
      problems.push({ field: rule.reason ?? rule.field, words: rule.words });
  }
  return problems;
}
