import type { BatchRows } from '../../ingest/entry.rules.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An hour or day (UTC) of a device; `begin` is its first millisecond. */
export type SpanMark = readonly [deviceId: string, begin: number];

/**
 * Hours and days that a batch must record: hours whose figures are to be recomputed, and days whose rows are to be
 * packed.
 */
export interface MessageMarks {
  readonly hours: readonly SpanMark[];
  readonly days: readonly SpanMark[];
}

/** Return the hours or days of the messages for which `isMarked` is false, each once. */
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

/** Return all hours and days of a batch, whether or not they were recorded before. */
export const allMarks = (history: BatchRows['history']): MessageMarks => ({
  hours: spansOf(history, HOUR_MS, () => false),
  days: spansOf(history, DAY_MS, () => false),
});

/** Remembers which hours (or days) are recorded already, until some time after their end. */
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
 * Decides which hours and days a batch must record. An hour is recomputed only after its end, and a day packed two days
 * later, so one record until then is sufficient. After a restart they are recorded again, without harm.
 */
export class KnownMarks {
  readonly #hours = new MarkedSpans(HOUR_MS, 0);
  readonly #days = new MarkedSpans(DAY_MS, DAY_MS);

  /** Return the hours and days of a batch that must be recorded now. */
  due(history: BatchRows['history'], now: number): MessageMarks {
    return { hours: this.#hours.due(history, now), days: this.#days.due(history, now) };
  }

  /** Remember hours and days whose record has been committed. */
  stored({ hours, days }: MessageMarks, now: number): void {
    this.#hours.stored(hours, now);
    this.#days.stored(days, now);
  }
}
