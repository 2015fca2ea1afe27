import type { Label } from '#kernel/language/label.ts';
import { lengthWords, minutesBetween } from '#kernel/language/days.ts';
import type { Pile, PileRow } from '#business/masterdata/piles/pile.calls.ts';
import { dueWords, minutesUntil } from '#business/scheduling/sla/time-left.rules.ts';

const DAY = 1440;
/** Minutes of waiting from which the date is shown instead of a number of days. */
const LONG = 30 * DAY;
const DAY_LETTERS = 10;

/** Return a duration as text, such as 12 分 or 3小时5分; from one day on in days. */
function waitedLength(minutes: number): Label {
  const days = Math.floor(minutes / DAY);
  return days >= 1 ? [`${days} 天`, `${days} d`] : lengthWords(minutes);
}

const waitedMinutes = ({ when }: Pick<PileRow, 'when'>, now: string): number =>
  when < now ? minutesBetween(when, now) : 0;

/** Return how long a row has waited, or how long until it is due. Null if its time is only a date or too far away. */
export function waitWords(when: Pile['when'], row: Pick<PileRow, 'when'>, now: string): Label | null {
  if (row.when.length <= DAY_LETTERS) return null;
  if (when === 'due') {
    const left = minutesUntil(row.when, now);
    return Math.abs(left) < LONG ? dueWords(left) : null;
  }
  const waited = waitedMinutes(row, now);
  if (waited >= LONG) return null;
  const [zh, en] = waitedLength(waited);
  return [`已等 ${zh}`, `waits ${en}`];
}

/** Return the wait of a pile's oldest row as text, or its date if it waits too long. */
export function oldestWords(row: Pick<PileRow, 'when'>, now: string, moment: string): Label {
  const waited = waitedMinutes(row, now);
  if (row.when.length <= DAY_LETTERS || waited >= LONG) return [`最早 ${moment}`, `oldest ${moment}`];
  const [zh, en] = waitedLength(waited);
  return [`最早的已等 ${zh}`, `oldest ${en}`];
}
