import type { RuleSchedule } from '../rules/rule-shape.rules.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, made);
  return made;
}

/** Return the local day of the week (1 is Monday) and the local time `HH:mm` of a moment. */
function wallTime(ms: number, zone: string): { readonly day: number; readonly time: string } {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  return { day: DAYS.indexOf(String(parts.weekday)) + 1, time: `${parts.hour}:${parts.minute}` };
}

/**
 * Does a rule work at this moment? A span whose end is before its start passes midnight, and belongs to the day on
 * which it starts.
 */
export function isScheduled(schedule: RuleSchedule | null | undefined, ms: number, zone: string): boolean {
  if (!schedule?.weekly?.length) return true;
  const { day, time } = wallTime(ms, zone);
  const before = day === 1 ? 7 : day - 1;
  return schedule.weekly.some(({ days, from, to }) =>
    from <= to
      ? days.includes(day) && time >= from && time < to
      : (days.includes(day) && time >= from) || (days.includes(before) && time < to),
  );
}
