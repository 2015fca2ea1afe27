import type { Label } from '#kernel/language/label.ts';
import { lengthWords, minutesBetween } from '#business/masterdata/days.rules.ts';
import type { Pile, PileRow } from '#business/masterdata/piles/pile.calls.ts';
import { dueWords, minutesUntil } from '#business/scheduling/sla/time-left.rules.ts';

const DAY = 1440;
/** From so many minutes on a date says more than a number of days. */
const LONG = 30 * DAY;
const DAY_LETTERS = 10;

/** 12 分, 3小时5分; from a day on in days. */
function waitedLength(minutes: number): Label {
  const days = Math.floor(minutes / DAY);
  return days >= 1 ? [`${days} 天`, `${days} d`] : lengthWords(minutes);
}

const waitedMinutes = ({ when }: Pick<PileRow, 'when'>, now: string): number =>
  when < now ? minutesBetween(when, now) : 0;

/** How long a row of a pile has waited, or how long it has left; null where only its date tells something. */
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

/** How long the first of a pile of what came has waited, or since when, beside the count of the pile. */
export function oldestWords(row: Pick<PileRow, 'when'>, now: string, moment: string): Label {
  const waited = waitedMinutes(row, now);
  if (row.when.length <= DAY_LETTERS || waited >= LONG) return [`最早 ${moment}`, `oldest ${moment}`];
  const [zh, en] = waitedLength(waited);
  return [`最早的已等 ${zh}`, `oldest ${en}`];
}
