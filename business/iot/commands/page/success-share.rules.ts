import type { Label } from '#kernel/language/label.ts';

/** States in which a command has ended. Skipped ones count as ended. */
export const ENDED = ['success', 'failed', 'timeout', 'expired', 'canceled', 'skipped'] as const;

/** Least share of successes among commands that have ended, in percent. */
const TARGET = 98;

/** Success of the commands of a day. */
export interface SuccessShare {
  readonly ended: number;
  readonly success: number;
  /** Percent with one decimal; null: none has ended. */ readonly percent: number | null;
  readonly isGood: boolean;
  readonly verdict: Label;
}

/** Return the share of successes among the commands that have ended, against its target. */
export function successShare(counts: readonly { readonly key: string; readonly count: number }[]): SuccessShare {
  const ended = counts
    .filter(({ key }) => (ENDED as readonly string[]).includes(key))
    .reduce((sum, { count }) => sum + count, 0);
  const success = counts.find(({ key }) => key === 'success')?.count ?? 0;
  const percent = ended === 0 ? null : Math.floor((success / ended) * 1000) / 10;
  const isGood = percent === null || percent >= TARGET;
  const lacks = (TARGET - (percent ?? TARGET)).toFixed(1);
  return {
    ended,
    success,
    percent,
    isGood,
    verdict: isGood
      ? [`好，要 ${TARGET}%`, `good, target ${TARGET}%`]
      : [`差 ${lacks} 点，要 ${TARGET}%`, `${lacks} points below ${TARGET}%`],
  };
}
