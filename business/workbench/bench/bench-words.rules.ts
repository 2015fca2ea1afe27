import type { Label } from '#kernel/language/label.ts';
import type { BenchFigure, BenchRow } from '#business/masterdata/piles/bench.calls.ts';

/** Return the identity of a row in the list. */
export const keyOf = ({ pile, id }: Pick<BenchRow, 'pile' | 'id'>): string => `${pile}:${id}`;

const SECONDS = 60;
const decimals = (value: number): string => String(Math.round(value * 10) / 10);

/** Return the value of a figure as text, such as 97.4% or 3 分 12 秒. */
export function valueWords({ unit, value }: Pick<BenchFigure, 'unit' | 'value'>): Label {
  if (value === null) return ['—', '—'];
  if (unit === 'share') return [`${value}%`, `${value}%`];
  if (unit === 'hours') return [`${decimals(value)} 时`, `${decimals(value)} h`];
  const seconds = Math.round(value * SECONDS);
  const [whole, rest] = [Math.floor(seconds / SECONDS), seconds % SECONDS];
  return [`${whole} 分 ${rest} 秒`, `${whole} min ${rest} s`];
}

/** Return how a figure compares with its target: good or not, in full and in one word. */
export function stateWords(of: Pick<BenchFigure, 'unit' | 'value' | 'target' | 'isLess'>): {
  readonly isGood: boolean;
  readonly words: Label;
  readonly short: Label;
} | null {
  const { unit, value, target, isLess } = of;
  if (value === null) return null;
  const isGood = isLess ? value <= target : value >= target;
  const less = unit === 'share' ? Math.round(Math.abs(target - value) * 1000) / 1000 : Math.abs(target - value);
  const [zh, en] =
    unit === 'share'
      ? [`${isLess ? '不过' : '要'} ${target}%`, `${isLess ? 'at most' : 'target'} ${target}%`]
      : unit === 'hours'
        ? [`规定 ${target} 时`, `within ${target} h`]
        : [`要 ${target} 分内`, `within ${target} min`];
  if (isGood) return { isGood, words: [`好，${zh}`, `good, ${en}`], short: ['好', 'good'] };
  const short: Label =
    unit === 'share'
      ? isLess
        ? [`超 ${less} 点`, `${less} pts over`]
        : [`差 ${less} 点`, `${less} pts short`]
      : [
          `慢 ${decimals(less)} ${unit === 'hours' ? '时' : '分'}`,
          `${decimals(less)} ${unit === 'hours' ? 'h' : 'min'} slow`,
        ];
  return { isGood, words: [`${short[0]}，${zh}`, `${short[1]}, ${en}`], short };
}

/** The rows that the page shows, and those that newer answers added. */
export interface Shown {
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
): Shown {
  const newest = new Map(answer.map((row) => [keyOf(row), row]));
  const known = new Set(shown.map(keyOf));
  const added = answer.filter((row) => !known.has(keyOf(row)) && !done.has(keyOf(row)));
  const urgent = added.filter(({ section, tone }) => section === firstSection && tone === 'red');
  const stay = shown.map((row) => newest.get(keyOf(row)) ?? row);
  const end = stay.findLastIndex(({ section }) => section === firstSection) + 1;
  return {
    rows: [...stay.slice(0, end), ...urgent, ...stay.slice(end)],
    fresh: added.filter((row) => !urgent.includes(row)),
  };
}

/** Return the key of the row that follows one which is done: the next open one, else the one before. */
export function nextKey(rows: readonly BenchRow[], from: string, done: ReadonlySet<string>): string | null {
  const at = rows.findIndex((row) => keyOf(row) === from);
  const isOpen = (row: BenchRow): boolean => keyOf(row) !== from && !done.has(keyOf(row));
  const next = rows.slice(at + 1).find(isOpen) ?? rows.slice(0, Math.max(0, at)).findLast(isOpen);
  return next ? keyOf(next) : null;
}
