/** Pure functions for the scales of charts: ticks, positions of labels, and runs of points. */
import { lastOf } from '#kernel/language/must.ts';
const NICE = [1, 2, 2.5, 5, 10];

/**
 * Return about `count` round values that cover all points. If all values are equal, the scale starts at zero: one close
 * around them would look like a change.
 */
export function valueTicks(least: number, most: number, count = 4): number[] {
  const [low, high] = least === most ? [Math.min(0, least), Math.max(0, most) || (least < 0 ? 0 : 1)] : [least, most];
  const span = high - low || Math.abs(high) || 1;
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (NICE.find((one) => one * power >= raw) ?? 10);
  const first = Math.floor(low / step) * step;
  const ticks: number[] = [];
  for (let at = first; ticks.length < 20; at += step) {
    ticks.push(Number(at.toPrecision(12)));
    if (at >= high) break;
  }
  return ticks;
}

const HOUR = 3_600_000;
const STEPS = [5 / 60, 10 / 60, 0.25, 0.5, 1, 2, 3, 6, 12, 24, 48, 168, 720, 1440, 2160].map((hours) => hours * HOUR);

/** Return ticks (UTC, in ms) at round times of a clock that is `aheadMs` ahead of UTC, about `most` of them. */
export function timeTicks(from: number, until: number, aheadMs: number, most = 8): number[] {
  const step = STEPS.find((one) => (until - from) / one <= most) ?? lastOf(STEPS);
  const ticks: number[] = [];
  for (let at = Math.ceil((from + aheadMs) / step) * step - aheadMs; at <= until; at += step) ticks.push(at);
  return ticks;
}

/**
 * Return vertical positions of labels in px: near `wanted` (ascending), at least `line` apart, and above the bottom at
 * `height`.
 */
export function apart(wanted: readonly number[], line: number, height: number): number[] {
  const places: number[] = [];
  for (const at of wanted) places.push(Math.max(at, (places.at(-1) ?? -Infinity) + line));
  for (let at = places.length - 1, most = height - line / 2; at >= 0; at -= 1, most -= line)
    places[at] = Math.min(places[at], most);
  return places;
}

/** A point of a curve: time in ms, and value; null for a gap. */
export type Point = readonly [at: number, value: number | null];

/** Return the runs of a curve: a new one begins where two points are more than `gapMs` apart. */
export function runsOf(points: readonly Point[], gapMs: number): (readonly [number, number])[][] {
  const runs: [number, number][][] = [];
  let last: number | null = null;
  for (const [at, value] of points) {
    if (value === null) {
      last = null;
      continue;
    }
    if (last === null || at - last > gapMs) runs.push([]);
    lastOf(runs).push([at, value]);
    last = at;
  }
  return runs;
}

/** Return the runs of a curve, the last one with its value repeated at the moment until which it holds. */
export function heldRuns(
  runs: readonly (readonly (readonly [number, number])[])[],
  until: number | undefined,
): readonly (readonly (readonly [number, number])[])[] {
  const end = runs.at(-1)?.at(-1);
  if (until === undefined || !end || until <= end[0]) return runs;
  return [...runs.slice(0, -1), [...lastOf(runs), [until, end[1]]]];
}

/** Return the point nearest to a moment; undefined where there is none. */
export function nearest(points: readonly Point[], at: number): Point | undefined {
  let best: Point | undefined;
  for (const point of points)
    if (point[1] !== null && (!best || Math.abs(point[0] - at) < Math.abs(best[0] - at))) best = point;
  return best;
}
