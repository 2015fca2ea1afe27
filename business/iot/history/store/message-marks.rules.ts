import type { BatchRows } from '../../ingest/entry.rules.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A span of UTC of a device, by its first millisecond. */
export type SpanMark = readonly [deviceId: string, begin: number];

/** What a batch changes: hours whose figures are counted anew, and days that have messages as rows. */
export interface MessageMarks {
  readonly hours: readonly SpanMark[];
  readonly days: readonly SpanMark[];
}

/** The spans of a batch that are not known to be marked, each once. */
function spansOf(
  history: BatchRows['history'],
  spanMs: number,
  isMarked: (deviceId: string, begin: number) => boolean,
): SpanMark[] {
  const marks = new Map<string, SpanMark>();
  for (const [deviceId, seconds] of history) {
    const begin = Math.floor((seconds * 1000) / spanMs) * spanMs;
    if (!isMarked(deviceId, begin)) marks.set(`${deviceId} ${begin}`, [deviceId, begin]);
  }
  return [...marks.values()];
}

/** All hours and days of a batch, for who remembers none. */
export const allMarks = (history: BatchRows['history']): MessageMarks => ({
  hours: spansOf(history, HOUR_MS, () => false),
  days: spansOf(history, DAY_MS, () => false),
});

/** Spans of one length, remembered until they have been over for so long. */
class MarkedSpans {
  readonly #marked = new Map<number, Set<string>>();
  readonly #spanMs: number;
  readonly #rememberedMs: number;

  constructor(spanMs: number, rememberedMs: number) {
    this.#spanMs = spanMs;
    this.#rememberedMs = rememberedMs;
  }

  #isOver(begin: number, now: number): boolean {
    return begin + this.#spanMs + this.#rememberedMs <= now;
  }

  due(history: BatchRows['history'], now: number): SpanMark[] {
    for (const begin of this.#marked.keys()) if (this.#isOver(begin, now)) this.#marked.delete(begin);
    return spansOf(history, this.#spanMs, (deviceId, begin) => this.#marked.get(begin)?.has(deviceId) ?? false);
  }

  stored(marks: readonly SpanMark[], now: number): void {
    for (const [deviceId, begin] of marks) {
      if (this.#isOver(begin, now)) continue;
      const devices = this.#marked.get(begin) ?? new Set();
      this.#marked.set(begin, devices.add(deviceId));
    }
  }
}

/**
 * Which hours and days a batch must mark. What still runs is marked once: an hour is counted when it is over, a day is packed two days
 * after its end, so its mark stands at least until a day after. After a restart it is marked once more, which changes nothing.
 */
export class KnownMarks {
  readonly #hours = new MarkedSpans(HOUR_MS, 0);
  readonly #days = new MarkedSpans(DAY_MS, DAY_MS);

  /** What is not marked yet, at a moment (milliseconds). */
  due(history: BatchRows['history'], now: number): MessageMarks {
    return { hours: this.#hours.due(history, now), days: this.#days.due(history, now) };
  }

  /** These marks are stored. */
  stored({ hours, days }: MessageMarks, now: number): void {
    this.#hours.stored(hours, now);
    this.#days.stored(days, now);
  }
}
