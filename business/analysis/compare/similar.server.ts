import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { lastOf } from '#kernel/language/must.ts';
import type { Reading } from '#kernel/server';
import { seenDevice } from '#business/iot/values/current.server.ts';
import { ENERGIES, categoriesOf } from '../energy/energies.rules.ts';
import type { similarHomes } from '../energy/energy.calls.ts';
import { AREA_SHARE, type Neighbour, neighbours, devicePlaceOf } from './neighbours.server.ts';
import { daysOver } from './month-days.rules.ts';
import { quantile } from './quartiles.rules.ts';

/** Fewer homes than this are no company to be compared with. */
const LEAST_HOMES = 8;
/** Of a day that is compared so much must have been told. */
const LEAST_COVERAGE = 0.95;

/** The counter by which a category of devices is compared. */
const counterOf = (category: string): string =>
  category === 'water_purifier'
    ? 'pureWater'
    : category.startsWith('water') || category === 'prefilter'
      ? 'totalWater'
      : 'totalEnergy';

const told = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

/** What a neighbour used on each day; null where too little was told. */
const usesOf = ({ days }: Neighbour, all: readonly string[], counter: string): (number | null)[] =>
  all.map((day) => days.get(day)?.columns.get(counter)?.figures[0]?.delta ?? null);

/** Homes with a device of the same kind, in the same city, and about as large. */
export async function readSimilar(
  reading: Reading,
  { deviceId, date }: CallInputOf<typeof similarHomes>,
): Promise<CallAnswer<typeof similarHomes>> {
  await seenDevice(reading, deviceId);
  const place = await devicePlaceOf(reading, deviceId);
  const days = daysOver(date, reading.today());
  const none = {
    homes: 0,
    needed: LEAST_HOMES,
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
  const whole = uses.filter(({ byDay }) => byDay.filter((use) => use !== null).length >= days.length * LEAST_COVERAGE);
  const others = whole.filter(({ id }) => id !== deviceId);
  if (others.length < LEAST_HOMES) return none;
  const sum = (byDay: readonly (number | null)[]): number => byDay.reduce<number>((all, use) => all + (use ?? 0), 0);
  const mine = whole.find(({ id }) => id === deviceId);
  const totals = others.map(({ byDay }) => sum(byDay));
  return {
    ...none,
    homes: others.length,
    median: told(quantile(totals, 0.5)),
    rank: mine ? totals.filter((total) => total < sum(mine.byDay)).length + 1 : null,
    days: days.map((day, at) => {
      const values = others.flatMap(({ byDay }) => byDay[at] ?? []);
      return {
        day,
        lower: told(quantile(values, 0.25)),
        middle: told(quantile(values, 0.5)),
        upper: told(quantile(values, 0.75)),
      };
    }),
  };
}
