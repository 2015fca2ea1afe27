import type { IngestFigures } from '../../values/values.calls.ts';

type Part = IngestFigures['parts'][number];

/** Ranges of the figures. */
export type MonitorRange = 'hour' | 'day' | 'week';

/** Return the name of a listener of a process, by which its rate is known. */
export const listenerKey = ({ host, pid }: Pick<Part, 'host' | 'pid'>, { kind }: { readonly kind: string }): string =>
  `${host} ${pid} ${kind}`;

/** Return the messages of all listeners since their start. */
export const listenerCounts = (
  parts: readonly Pick<Part, 'host' | 'pid' | 'listeners'>[],
): ReadonlyMap<string, number> =>
  new Map(parts.flatMap((part) => part.listeners.map((one) => [listenerKey(part, one), one.messages] as const)));

type Minute = IngestFigures['parts'][number]['hour'][number];

/** Count of a connection or a lane at a moment (milliseconds), to see its rate. */
export interface SeenCounts {
  readonly at: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly rates: ReadonlyMap<string, number>;
}

export const RATES_OVER_MS = 5000;

/** Return the rates a second after at least five seconds; else what was seen before. A restart counts from zero. */
export function ratesAfter(seen: SeenCounts, at: number, counts: ReadonlyMap<string, number>): SeenCounts {
  const ms = at - seen.at;
  if (ms < RATES_OVER_MS) return seen;
  const rates = new Map(
    [...counts].flatMap(([id, count]): [string, number][] => {
      const before = seen.counts.get(id);
      return before === undefined ? [] : [[id, Math.max(0, count - before) / (ms / 1000)]];
    }),
  );
  return { at, counts, rates };
}

/** Return the hour of several processes as one: sums of lines and of what is on disk, the worst of the times. */
export function hourOf(parts: readonly { readonly hour: readonly Minute[] }[]): readonly Minute[] {
  const byMinute = new Map<number, Minute>();
  for (const minute of parts.flatMap(({ hour }) => hour)) {
    const other = byMinute.get(minute.at);
    byMinute.set(minute.at, {
      at: minute.at,
      lines: minute.lines + (other?.lines ?? 0),
      commitMs: Math.max(minute.commitMs, other?.commitMs ?? 0),
      oldestMs: Math.max(minute.oldestMs, other?.oldestMs ?? 0),
      spooled: minute.spooled + (other?.spooled ?? 0),
    });
  }
  return [...byMinute.values()].toSorted((a, b) => a.at - b.at);
}

/** Figures of the shown range: one entry for each span of time, the oldest first. */
export interface RangeFigures {
  readonly spans: readonly Minute[];
  /** Messages a second. */ readonly messages: readonly number[];
  readonly refused: readonly number[];
}

/** Seconds of a span of each range. */
const SPAN_SECONDS = { day: 900, week: 7200 } as const;

/** Return the figures of a range. The last minute is not complete, so the messages of an hour end before it. */
export function rangeFiguresOf(
  {
    parts,
    perMinute,
    rejectsPerMinute,
    past,
  }: Pick<IngestFigures, 'parts' | 'perMinute' | 'rejectsPerMinute' | 'past'>,
  range: MonitorRange,
): RangeFigures {
  if (range === 'hour')
    return {
      spans: hourOf(parts),
      messages: perMinute.slice(0, -1).map((count) => count / 60),
      refused: rejectsPerMinute,
    };
  const seconds = SPAN_SECONDS[range];
  return {
    spans: past,
    messages: past.slice(0, -1).map((one) => one.messages / seconds),
    refused: past.map((one) => one.refused),
  };
}

/** Return when messages were on disk first in the last hour, and their highest number; null: none were. */
export function spooledIn(hour: readonly Minute[]): { readonly since: number; readonly most: number } | null {
  const used = hour.filter(({ spooled }) => spooled > 0);
  return used.length ? { since: used[0].at, most: Math.max(...used.map(({ spooled }) => spooled)) } : null;
}

/** Return the bytes of a frame as hex, parted into what the decoder read and the rest. */
export function partedHex(
  hex: string,
  marks: readonly { readonly from: number; readonly to: number }[],
): readonly { readonly hex: string; readonly isMarked: boolean }[] {
  const sorted = marks.toSorted((a, b) => a.from - b.from);
  const parts: { hex: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const { from, to } of sorted) {
    if (from < at) continue;
    if (from > at) parts.push({ hex: hex.slice(at * 2, from * 2), isMarked: false });
    parts.push({ hex: hex.slice(from * 2, (to + 1) * 2), isMarked: true });
    at = to + 1;
  }
  if (at * 2 < hex.length) parts.push({ hex: hex.slice(at * 2), isMarked: false });
  return parts.filter((part) => part.hex !== '');
}
