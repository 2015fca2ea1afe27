import type { Label } from '#kernel/language/label.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** An age in the largest unit that says enough. */
export function ageWords(seconds: number): Label {
  const past = Math.max(0, Math.floor(seconds));
  if (past < MINUTE) return [`${past} 秒`, `${past} s`];
  if (past < HOUR) return [`${Math.floor(past / MINUTE)} 分`, `${Math.floor(past / MINUTE)} min`];
  if (past < DAY) return [`${Math.floor(past / HOUR)} 时`, `${Math.floor(past / HOUR)} h`];
  return [`${Math.floor(past / DAY)} 天`, `${Math.floor(past / DAY)} d`];
}

/** How long something lasts, to the second largest unit: 3 时 51 分. */
export function spanWords(seconds: number): Label {
  const past = Math.max(0, Math.floor(seconds));
  if (past < HOUR) return ageWords(past);
  const [large, small, zh, en] =
    past < DAY ? [HOUR, MINUTE, ['时', '分'], ['h', 'min']] : [DAY, HOUR, ['天', '时'], ['d', 'h']];
  const [whole, rest] = [Math.floor(past / large), Math.floor((past % large) / small)];
  if (rest === 0) return [`${whole} ${zh[0]}`, `${whole} ${en[0]}`];
  return [`${whole} ${zh[0]} ${rest} ${zh[1]}`, `${whole} ${en[0]} ${rest} ${en[1]}`];
}

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
