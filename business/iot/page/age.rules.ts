import type { Label } from '#kernel/language/label.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';

/** Return a report interval in words. */
const dueWords = (seconds: number): Label => ageWords(seconds);

/**
 * Return the age of a value in words. A value older than two report intervals, at least 90 seconds, is old and also
 * shows the interval.
 */
export function valueAge(
  ts: number,
  now: number,
  intervalSec: number,
): { readonly words: Label; readonly isOld: boolean } {
  const seconds = (now - ts) / 1000;
  const age = ageWords(seconds);
  if (seconds <= Math.max(2 * intervalSec, 90)) return { words: age, isOld: false };
  const due = dueWords(intervalSec);
  return { words: [`${age[0]}，应 ${due[0]}`, `${age[1]}, due ${due[1]}`], isOld: true };
}

/**
 * Return the properties to draw first: those that the model marks as curves, at most `most` and of at most three units.
 */
export function firstCurves(
  items: readonly {
    readonly identifier: string;
    readonly unit: string;
    readonly chart: boolean;
    readonly isNumber: boolean;
  }[],
  most = 4,
): string[] {
  const wanted = items.filter((one) => one.isNumber && one.chart);
  const units: string[] = [];
  const chosen: string[] = [];
  for (const { identifier, unit } of wanted) {
    if (chosen.length >= most) break;
    if (!units.includes(unit) && units.length >= 3) continue;
    if (!units.includes(unit)) units.push(unit);
    chosen.push(identifier);
  }
  return chosen;
}
