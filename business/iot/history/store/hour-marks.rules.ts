import type { BatchRows } from '../../ingest/entry.rules.ts';

const HOUR_MS = 3_600_000;

/** An hour (of UTC, milliseconds) of a device whose figures must be counted anew. */
export type HourMark = readonly [deviceId: string, hour: number];

/**
 * Which hours a batch changes. An hour that still runs is marked once: its figures are counted when it is over, and who marked it before
 * that need not do so again. After a restart it is marked once more, which changes nothing.
 */
export class HourMarks {
  readonly #marked = new Map<number, Set<string>>();

  /** The hours of a batch that are not marked yet, at a moment (milliseconds). */
  due(history: BatchRows['history'], now: number): HourMark[] {
    for (const hour of this.#marked.keys()) if (hour + HOUR_MS <= now) this.#marked.delete(hour);
    const marks = new Map<string, HourMark>();
    for (const [deviceId, seconds] of history) {
      const hour = Math.floor(seconds / 3600) * HOUR_MS;
      if (!this.#marked.get(hour)?.has(deviceId)) marks.set(`${deviceId} ${hour}`, [deviceId, hour]);
    }
    return [...marks.values()];
  }

  /** These marks are stored. */
  stored(marks: readonly HourMark[], now: number): void {
    for (const [deviceId, hour] of marks) {
      if (hour + HOUR_MS <= now) continue;
      const devices = this.#marked.get(hour) ?? new Set();
      this.#marked.set(hour, devices.add(deviceId));
    }
  }
}
