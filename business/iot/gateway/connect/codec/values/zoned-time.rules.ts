const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MAX_HOURS = 1000;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/** Return how far (milliseconds) the clocks of a zone are ahead of UTC at a moment; throw `RangeError` for no zone. */
function offsetAt(zone: string, ms: number): number {
  const hour = Math.floor(ms / HOUR_MS);
  const key = `${zone} ${hour}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(hour * HOUR_MS)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const offset =
    Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second) - hour * HOUR_MS;
  if (offsets.size >= MAX_HOURS) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** Return the moment (milliseconds) at which the clocks of a zone show this local time, itself read as UTC. */
export function fromLocal(zone: string, local: number): number {
  const first = local - offsetAt(zone, local);
  return local - offsetAt(zone, first);
}

/** Return the local time of a zone at a moment, read as UTC (milliseconds). */
export const toLocal = (zone: string, ms: number): number => ms + offsetAt(zone, ms);

/** Are these parts a time of the calendar? Hours 0–23. */
export function localOf(parts: readonly number[]): number | null {
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const isTime = month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60;
  return isTime && new Date(ms).getUTCDate() === day && Math.abs(ms) < DAY_MS * 1e7 ? ms : null;
}
