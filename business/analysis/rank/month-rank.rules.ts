import { quantile } from '../compare/quartiles.rules.ts';

/** Minimum number of similar homes, and of days, for a comparison. */
export const MIN_PEERS = 8;
export const MIN_DAYS = 5;
/** Maximum number of compared homes: those with the nearest floor area. */
export const MAX_PEERS = 40;
/** Shares by which a device is worse than similar ones: marked from the first, red from the second. */
export const WORSE = 0.15;
export const MUCH_WORSE = 0.3;
/** Largest difference of floor areas, as a share. */
const AREA_SHARE = 0.2;
/** Minimum number of days in common for a comparison with last season. */
const MIN_COMMON = 10;
/** Maximum number of days before yesterday on which a run may end. */
const RUN_ENDS = 2;
/** Minimum number of days of a run, and before it, for a change within the month. */
const TURN_DAYS = 3;

/** Amounts of one complete day of a device. */
export interface RankDay {
  readonly above: number;
  readonly below: number;
  readonly outdoor: number | null;
}

/** A device with the days of a month; null: the day is incomplete. */
export interface RankedDevice {
  readonly id: string;
  readonly area: number | null;
  readonly days: readonly (RankDay | null)[];
}

/** Why a device cannot be compared. */
export type RankReason = 'noData' | 'fewDays' | 'noArea' | 'fewHomes';

/** A day beside similar homes: value, quartiles, outdoor temperature. */
export interface ComparedDay {
  readonly value: number;
  readonly lower: number | null;
  readonly middle: number | null;
  readonly upper: number | null;
  readonly outdoor: number | null;
}

export const dayRatio = ({ above, below }: RankDay): number => above / below;

/**
 * Return the similar devices: those whose area differs by at most a fifth, the nearest first, without the device
 * itself. `sorted` is ordered by area.
 */
export function similarTo(one: RankedDevice, sorted: readonly RankedDevice[]): RankedDevice[] {
  const { area } = one;
  if (area === null || area <= 0) return [];
  const at = sorted.findIndex((other) => other.id === one.id);
  const found: RankedDevice[] = [];
  let [low, high] = [at - 1, at + 1];
  const gap = (index: number): number => {
    const other = sorted[index]?.area;
    return other ? Math.abs(other - area) : Infinity;
  };
  while (found.length < MAX_PEERS) {
    const next = gap(low) <= gap(high) ? low : high;
    if (gap(next) > area * AREA_SHARE) break;
    found.push(sorted[next]);
    if (next === low) low -= 1;
    else high += 1;
  }
  return found;
}

/** Compare each day with the same day of similar devices; quartiles are null with fewer than `MIN_PEERS` values. */
export const compareDays = (one: RankedDevice, peers: readonly RankedDevice[]): (ComparedDay | null)[] =>
  one.days.map((day, at) => {
    if (!day) return null;
    const values = peers.flatMap(({ days }) => {
      const other = days[at];
      return other ? dayRatio(other) : [];
    });
    const isEnough = values.length >= MIN_PEERS;
    const share = (of: number): number | null => (isEnough ? quantile(values, of) : null);
    return {
      value: dayRatio(day),
      lower: share(0.25),
      middle: share(0.5),
      upper: share(0.75),
      outdoor: day.outdoor,
    };
  });

/** Return by which share a value is worse than that of similar homes; negative: it is better. */
export const worseBy = (good: 1 | -1, value: number, middle: number): number => -good * (value / middle - 1);

/** Figures of a device's month beside similar homes. */
export interface MonthRank {
  readonly figure: number | null;
  readonly peer: number | null;
  readonly worse: number | null;
  readonly extra: number | null;
  /** Days in a row until yesterday that were worse by `WORSE`. */ readonly run: number;
  /** Index of the first day of that run; null: there is none. */ readonly since: number | null;
  /** The device was as good as similar ones earlier in the month. */ readonly isTurned: boolean;
  readonly days: number;
  readonly reason: RankReason | null;
}

interface Judged {
  readonly at: number;
  readonly worse: number;
}

/** Return the run of bad days that ends at most two days before the last one, with its first day. */
function runOf(judged: readonly Judged[], last: number): { run: number; since: number | null } {
  const end = judged.at(-1);
  if (!end || end.at < last - RUN_ENDS) return { run: 0, since: null };
  const good = judged.findLastIndex(({ worse }) => worse <= WORSE);
  const run = judged.length - 1 - good;
  return { run, since: run > 0 ? judged[good + 1].at : null };
}

function isTurned(judged: readonly Judged[], since: number | null, run: number): boolean {
  if (since === null || run < TURN_DAYS) return false;
  const before = judged.filter(({ at }) => at < since);
  const sum = before.reduce((all, { worse }) => all + worse, 0);
  return before.length >= TURN_DAYS && sum / before.length <= WORSE;
}

const reasonOf = (days: number, area: number | null, comparable: number): RankReason | null =>
  days === 0
    ? 'noData'
    : days < MIN_DAYS
      ? 'fewDays'
      : area === null || area <= 0
        ? 'noArea'
        : comparable < MIN_DAYS
          ? 'fewHomes'
          : null;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/**
 * Compute the figures of a month. Each day is compared with the same day's median, so weather cancels. A better-if-high
 * figure is weighted by its amount above (heat), any other by its amount below.
 */
export function monthRank(
  { area, days }: RankedDevice,
  compared: readonly (ComparedDay | null)[],
  { good, used }: { readonly good: 1 | -1; readonly used: 'above' | 'below' },
): MonthRank {
  const whole = days.filter((day) => day !== null);
  const pairs = days.flatMap((day, at) => {
    const middle = compared[at]?.middle;
    return day && middle ? [{ at, day, middle, weight: good === 1 ? day.above : day.below }] : [];
  });
  const weight = sum(pairs.map((one) => one.weight));
  const reason = reasonOf(whole.length, area, weight > 0 ? pairs.length : 0);
  const figure = whole.length ? sum(whole.map((day) => day.above)) / sum(whole.map((day) => day.below)) : null;
  const none = { figure, peer: null, worse: null, extra: null, run: 0, since: null, isTurned: false };
  if (reason) return { ...none, days: whole.length, reason };
  const mine = sum(pairs.map(({ day }) => day.above)) / sum(pairs.map(({ day }) => day.below));
  const peer = sum(pairs.map((one) => one.middle * one.weight)) / weight;
  const judged = pairs.map(({ at, day, middle }) => ({ at, worse: worseBy(good, dayRatio(day), middle) }));
  const { run, since } = runOf(judged, days.length - 1);
  const amount = sum(pairs.map(({ day }) => day[used]));
  return {
    figure: mine,
    peer,
    worse: worseBy(good, mine, peer),
    extra: amount * (1 - (good === 1 ? mine / peer : peer / mine)),
    run,
    since,
    isTurned: isTurned(judged, since, run),
    days: whole.length,
    reason: null,
  };
}

/**
 * Compare a device with itself a season before, at the same outdoor temperature in bins of 1 K, or in one bin without
 * weather. Null: fewer than ten days in common.
 */
export function againstOwn(
  days: readonly (RankDay | null)[],
  before: readonly RankDay[],
  { good, isWeather }: { readonly good: 1 | -1; readonly isWeather: boolean },
): number | null {
  const binOf = ({ outdoor }: RankDay): number | null =>
    !isWeather ? 0 : outdoor === null ? null : Math.round(outdoor);
  const bins = new Map<number, { above: number; below: number }>();
  for (const day of before) {
    const bin = binOf(day);
    if (bin === null) continue;
    const all = bins.get(bin) ?? { above: 0, below: 0 };
    bins.set(bin, { above: all.above + day.above, below: all.below + day.below });
  }
  const common = days.flatMap((day) => {
    const bin = day && binOf(day);
    const then = bin === null ? undefined : bins.get(bin);
    return day && then && then.below > 0 ? [{ day, then: then.above / then.below }] : [];
  });
  if (common.length < MIN_COMMON) return null;
  const weighed = common.map(({ day, then }) => ({ weight: good === 1 ? day.above : day.below, then }));
  const weight = sum(weighed.map((one) => one.weight));
  if (weight <= 0) return null;
  const earlier = sum(weighed.map((one) => one.weight * one.then)) / weight;
  const now = sum(common.map(({ day }) => day.above)) / sum(common.map(({ day }) => day.below));
  return earlier > 0 ? worseBy(good, now, earlier) : null;
}
