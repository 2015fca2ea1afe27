import type { Label } from '#kernel/language/label.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';

/** An interval as it is due. */
const dueWords = (seconds: number): Label => ageWords(seconds);

/** The age of a value; one older than twice its interval also says what was due. */
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

/** Properties that the page begins with as curves: those that the model names, at most so many units and curves. */
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
