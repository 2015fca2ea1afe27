import type { Label } from '#kernel/language/label.ts';
import { lengthWords, minutesBetween } from '#business/masterdata/days.rules.ts';
import type { Pile, PileRow } from '#business/masterdata/piles/pile.calls.ts';
import { dueWords, minutesUntil } from '#business/scheduling/sla/time-left.rules.ts';

const DAY = 1440;
/** From so many minutes on a date says more than a number of days. */
const LONG = 30 * DAY;
const DAY_LETTERS = 10;

/** 12 分, 3小时5分; from a day on in days. */
function waitedWords(minutes: number): Label {
  const days = Math.floor(minutes / DAY);
  const [zh, en] = days >= 1 ? [`${days} 天`, `${days} d`] : lengthWords(minutes);
  return [`已等 ${zh}`, `waits ${en}`];
}

/** How long a row of a pile has waited, or how long it has left; null where only its date tells something. */
export function waitWords(when: Pile['when'], row: Pick<PileRow, 'when'>, now: string): Label | null {
  if (row.when.length <= DAY_LETTERS) return null;
  if (when === 'due') {
    const left = minutesUntil(row.when, now);
    return Math.abs(left) < LONG ? dueWords(left) : null;
  }
  const waited = row.when < now ? minutesBetween(row.when, now) : 0;
  return waited < LONG ? waitedWords(waited) : null;
}
