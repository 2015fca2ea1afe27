import type { Label } from '#kernel/language/label.ts';
import type { BenchFigure, BenchRow } from '#business/masterdata/piles/bench.calls.ts';

/** Return the identity of a row in the list. */
export const benchKey = ({ pile, id }: Pick<BenchRow, 'pile' | 'id'>): string => `${pile}:${id}`;

const SECONDS = 60;
const decimals = (value: number): string => String(Math.round(value * 10) / 10);

/** Return the value of a figure as text, such as 97.4% or 3 分 12 秒. */
export function figureWords({ unit, value }: Pick<BenchFigure, 'unit' | 'value'>): Label {
  if (value === null) return ['—', '—'];
  if (unit === 'share') return [`${value}%`, `${value}%`];
  if (unit === 'hours') return [`${decimals(value)} 时`, `${decimals(value)} h`];
  const seconds = Math.round(value * SECONDS);
  const [whole, rest] = [Math.floor(seconds / SECONDS), seconds % SECONDS];
  return [`${whole} 分 ${rest} 秒`, `${whole} min ${rest} s`];
}

/** Return the target of a figure in words. */
function targetWords({ unit, target, isLess }: Pick<BenchFigure, 'unit' | 'target' | 'isLess'>): Label {
  if (unit === 'hours') return [`规定 ${target} 时`, `within ${target} h`];
  if (unit === 'minutes') return [`要 ${target} 分内`, `within ${target} min`];
  return isLess ? [`不过 ${target}%`, `at most ${target}%`] : [`要 ${target}%`, `target ${target}%`];
}

/** Return by how much a figure misses its target, in words. */
function missWords({ unit, target, isLess }: Pick<BenchFigure, 'unit' | 'target' | 'isLess'>, value: number): Label {
  const miss = Math.abs(target - value);
  if (unit === 'hours') return [`慢 ${decimals(miss)} 时`, `${decimals(miss)} h slow`];
  if (unit === 'minutes') return [`慢 ${decimals(miss)} 分`, `${decimals(miss)} min slow`];
  const points = Math.round(miss * 1000) / 1000;
  return isLess ? [`超 ${points} 点`, `${points} pts over`] : [`差 ${points} 点`, `${points} pts short`];
}

/** Return how a figure compares with its target: good or not, in full and in one word. */
export function targetState(of: Pick<BenchFigure, 'unit' | 'value' | 'target' | 'isLess'>): {
  readonly isGood: boolean;
  readonly words: Label;
  readonly short: Label;
} | null {
  const { value, target, isLess } = of;
  if (value === null) return null;
  const isGood = isLess ? value <= target : value >= target;
  const short: Label = isGood ? ['好', 'good'] : missWords(of, value);
  const [zh, en] = targetWords(of);
  return { isGood, words: [`${short[0]}，${zh}`, `${short[1]}, ${en}`], short };
}

/** The rows that the page shows, and those that newer answers added. */
export interface ShownRows {
  readonly rows: readonly BenchRow[];
  readonly fresh: readonly BenchRow[];
}

/**
 * Return the rows after a new answer. Rows keep their places, so that nothing moves under a pointer. New ones wait;
 * only red rows of the first section enter by themselves, at its end.
 */
export function withAnswer(
  shown: readonly BenchRow[],
  answer: readonly BenchRow[],
  firstSection: string,
  done: ReadonlySet<string>,
): ShownRows {
  const newest = new Map(answer.map((row) => [benchKey(row), row]));
  const known = new Set(shown.map(benchKey));
  const added = answer.filter((row) => !known.has(benchKey(row)) && !done.has(benchKey(row)));
  const urgent = added.filter(({ section, tone }) => section === firstSection && tone === 'red');
  const stay = shown.map((row) => newest.get(benchKey(row)) ?? row);
  const end = stay.findLastIndex(({ section }) => section === firstSection) + 1;
  return {
    rows: [...stay.slice(0, end), ...urgent, ...stay.slice(end)],
    fresh: added.filter((row) => !urgent.includes(row)),
  };
}

/** Return the key of the row that follows one which is done: the next open one, else the one before. */
export function nextKey(rows: readonly BenchRow[], from: string, done: ReadonlySet<string>): string | null {
  const at = rows.findIndex((row) => benchKey(row) === from);
  const isOpen = (row: BenchRow): boolean => benchKey(row) !== from && !done.has(benchKey(row));
  const next = rows.slice(at + 1).find(isOpen) ?? rows.slice(0, Math.max(0, at)).findLast(isOpen);
  return next ? benchKey(next) : null;
}
