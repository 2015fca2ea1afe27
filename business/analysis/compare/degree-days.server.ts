import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { lastOf } from '#kernel/language/must.ts';
import type { Reading } from '#kernel/server';
import type { DayFigures } from '#business/iot/history/figures/day-figures.rules.ts';
import { seenDevice } from '#business/iot/values/current.server.ts';
import type { degreeDays } from '../energy/energy.calls.ts';
import { neighbours, devicePlaceOf } from './neighbours.server.ts';
import { daysOver, yearBefore } from './month-days.rules.ts';
import { degreesBelow } from './quartiles.rules.ts';

/** Property with the outdoor temperature, by category of the devices that measure it. */
const OUTDOORS = new Map([
  ['heat_pump', 'ambientTemp'],
  ['air_conditioner', 'outTemp'],
]);

const DEFAULT_BASE = 18;

/** Return the base temperature of degree days (℃) from the company's parameters. */
export async function degreeBase(reading: Reading): Promise<number> {
  const base = Number(await reading.parameter('iot.degreeDay.base'));
  return Number.isFinite(base) ? base : DEFAULT_BASE;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Return the daily mean of each property that has data. */
const meansOf = ({ columns }: DayFigures): number[] =>
  [...columns.values()].flatMap(({ figures: [figure] }) => (figure?.n ? figure.sum / figure.n : []));

/**
 * Return the mean outdoor temperature of each day in a city, over all devices there that measure it. Days without data
 * are absent.
 */
export async function outdoorOf(reading: Reading, city: string, days: readonly string[]): Promise<Map<string, number>> {
  if (days.length === 0 || city === '') return new Map();
  const found = await neighbours(reading, {
    categories: [...OUTDOORS.keys()],
    city,
    area: null,
    first: days[0],
    last: lastOf(days),
    names: new Set(OUTDOORS.values()),
  });
  const sums = new Map<string, { sum: number; n: number }>();
  for (const [day, figures] of found.flatMap((one) => [...one.days]))
    for (const mean of meansOf(figures)) {
      const all = sums.get(day) ?? { sum: 0, n: 0 };
      sums.set(day, { sum: all.sum + mean, n: all.n + 1 });
    }
  return new Map([...sums].map(([day, { sum, n }]) => [day, sum / n]));
}

/**
 * Return outdoor temperature and degree days in a device's city: of the past days of a month, and of the same days a
 * year before.
 */
export async function readDegreeDays(
  reading: Reading,
  { deviceId, date }: CallInputOf<typeof degreeDays>,
): Promise<CallAnswer<typeof degreeDays>> {
  await seenDevice(reading, deviceId);
  const place = await devicePlaceOf(reading, deviceId);
  const base = await degreeBase(reading);
  const read = async (days: readonly string[]) => {
    const outdoor = await outdoorOf(reading, place.city, days);
    return days.map((day) => {
      const value = outdoor.get(day);
      return value === undefined
        ? { day, outdoor: null, degrees: null }
        : { day, outdoor: rounded(value), degrees: rounded(degreesBelow(value, base)) };
    });
  };
  const days = daysOver(date, reading.today());
  return { base, region: place.cityName, days: await read(days), before: await read(yearBefore(days)) };
}
