import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { lastOf } from '#kernel/language/must.ts';
import type { Reading } from '#kernel/server';
import { seenDevice } from '#business/iot/values/current.server.ts';
import { ENERGIES, categoriesOf } from '../energy/energies.rules.ts';
import type { similarHomes } from '../energy/energy.calls.ts';
import { AREA_SHARE, type Neighbour, neighbours, devicePlaceOf } from './neighbours.server.ts';
import { daysOver } from './month-days.rules.ts';
import { quantile } from './quartiles.rules.ts';

/** Minimum number of other homes for a comparison. */
const MIN_HOMES = 8;
/** Minimum share of days with data for a home to take part. */
const MIN_COVERAGE = 0.95;

/** Return the counter whose daily increase is compared, by category of the device. */
const counterOf = (category: string): string =>
  category === 'water_purifier'
    ? 'pureWater'
    : category.startsWith('water') || category === 'prefilter'
      ? 'totalWater'
      : 'totalEnergy';

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

/** Return the daily use of a device; null on days without data. */
const usesOf = ({ days }: Neighbour, all: readonly string[], counter: string): (number | null)[] =>
  all.map((day) => days.get(day)?.columns.get(counter)?.figures[0]?.delta ?? null);

/**
 * Compare a device's month with similar homes: same category and city, and similar floor area. Return daily quartiles,
 * median and rank.
 */
export async function readSimilar(
  reading: Reading,
  { deviceId, date }: CallInputOf<typeof similarHomes>,
): Promise<CallAnswer<typeof similarHomes>> {
  await seenDevice(reading, deviceId);
  const place = await devicePlaceOf(reading, deviceId);
  const days = daysOver(date, reading.today());
  const none = {
    homes: 0,
    needed: MIN_HOMES,
    areaFrom: place.area && Math.round(place.area * (1 - AREA_SHARE)),
    areaUntil: place.area && Math.round(place.area * (1 + AREA_SHARE)),
    region: place.cityName,
    median: null,
    rank: null,
    days: [],
  };
  const isMeasured = ENERGIES.some((energy) => categoriesOf[energy].includes(place.category));
  if (place.area === null || days.length === 0 || !isMeasured) return none;
  const counter = counterOf(place.category);
  const found = await neighbours(reading, {
    categories: [place.category],
    city: place.city,
    area: place.area,
    first: days[0],
    last: lastOf(days),
    names: new Set([counter]),
  });
  const uses = found.map((one) => ({ id: one.deviceId, byDay: usesOf(one, days, counter) }));
  const whole = uses.filter(({ byDay }) => byDay.filter((use) => use !== null).length >= days.length * MIN_COVERAGE);
  const others = whole.filter(({ id }) => id !== deviceId);
  if (others.length < MIN_HOMES) return none;
  const sum = (byDay: readonly (number | null)[]): number => byDay.reduce<number>((all, use) => all + (use ?? 0), 0);
  const mine = whole.find(({ id }) => id === deviceId);
  const totals = others.map(({ byDay }) => sum(byDay));
  return {
    ...none,
    homes: others.length,
    median: rounded(quantile(totals, 0.5)),
    rank: mine ? totals.filter((total) => total < sum(mine.byDay)).length + 1 : null,
    days: days.map((day, at) => {
      const values = others.flatMap(({ byDay }) => byDay[at] ?? []);
      return {
        day,
        lower: rounded(quantile(values, 0.25)),
        middle: rounded(quantile(values, 0.5)),
        upper: rounded(quantile(values, 0.75)),
      };
    }),
  };
}
