import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { lastOf, mustFind } from '#kernel/language/must.ts';
import type { Reading } from '#kernel/server';
import { seenDevice } from '#business/iot/values/current.server.ts';
import type { DayFigures } from '#business/iot/history/figures/day-figures.rules.ts';
import { energyKindOf } from '../energy/analyse.server.ts';
import { ENERGIES, type Energy } from '../energy/energies.rules.ts';
import type { energyFindings } from '../energy/energy.calls.ts';
import { type ToldBucket, propertiesRead, tellBuckets } from '../energy/device-buckets.rules.ts';
import { type EnergyDevice, energyDevice } from '../energy/energy-devices.server.ts';
import { type EnergyMetric, mainMetricOf, metricsOf } from '../energy/metrics.rules.ts';
import { comparedDate } from '../energy/periods.rules.ts';
import { type ToldPeriod, lastDayOf, readEnergy } from '../energy/read-energy.server.ts';
import { refuse } from '../refusals.ts';
import { degreeBase, outdoorOf } from './degree-days.server.ts';
import { type MonthFacts, findingsOf } from './finding.rules.ts';
import { daysOver, yearBefore } from './month-days.rules.ts';
import { type Neighbour, type DevicePlace, neighbours, devicePlaceOf } from './neighbours.server.ts';
import { degreesBelow, quantile } from './quartiles.rules.ts';

const MIN_NEIGHBOURS = 8;
const MIN_COVERAGE = 0.95;

const isEnergy = (text: string): text is Energy => ENERGIES.includes(text as Energy);

/** Return the values of a day; null if data covers less than 95% of it. */
const wholeIn = ({ told }: ToldPeriod, at: number): ToldBucket | null => {
  const one = told[at] ?? null;
  return one && one.coverage >= MIN_COVERAGE ? one : null;
};

/**
 * Return use and degree days of a month and of the year before, summed over the days that are complete in both years.
 */
async function weatherOf(
  reading: Reading,
  { place, main }: { place: DevicePlace; main: string },
  years: { readonly days: readonly string[]; readonly mine: ToldPeriod; readonly before: ToldPeriod },
): Promise<MonthFacts['weather']> {
  const base = await degreeBase(reading);
  const earlier = yearBefore(years.days);
  const [now, then] = [await outdoorOf(reading, place.city, years.days), await outdoorOf(reading, place.city, earlier)];
  const sums = { use: 0, degrees: 0, useBefore: 0, degreesBefore: 0 };
  for (const [at, day] of years.days.entries()) {
    const [cold, coldBefore] = [now.get(day), then.get(earlier[at])];
    const [one, other] = [wholeIn(years.mine, at), wholeIn(years.before, at)];
    if (!one || !other || cold === undefined || coldBefore === undefined) continue;
    sums.use += one.values[main] ?? 0;
    sums.useBefore += other.values[main] ?? 0;
    sums.degrees += degreesBelow(cold, base);
    sums.degreesBefore += degreesBelow(coldBefore, base);
  }
  return sums.degrees > 0 ? sums : undefined;
}

const sumOver = ({ days }: Neighbour, counter: string): number =>
  [...days.values()].reduce((sum, { columns }: DayFigures) => sum + (columns.get(counter)?.figures[0]?.delta ?? 0), 0);

/**
 * Return a heat pump's efficiency with the median of its model in the city. Undefined with fewer than `MIN_NEIGHBOURS`
 * devices.
 */
async function efficiencyOf(
  reading: Reading,
  place: DevicePlace,
  days: readonly string[],
  cop: number | null,
): Promise<MonthFacts['efficiency']> {
  if (cop === null) return undefined;
  const found = await neighbours(reading, {
    categories: [place.category],
    city: place.city,
    area: null,
    modelId: place.modelId,
    first: days[0],
    last: lastOf(days),
    names: new Set(['totalHeat', 'totalEnergy']),
  });
  const others = found.flatMap((one) => {
    const used = sumOver(one, 'totalEnergy');
    return used > 0 ? sumOver(one, 'totalHeat') / used : [];
  });
  const median = quantile(others, 0.5);
  return others.length >= MIN_NEIGHBOURS && median !== null ? { cop, median, devices: others.length } : undefined;
}

/** Number of last nights that the standby power of other devices is read from. */
const NIGHTS = 7;

/**
 * Return a device's standby power with the median of its model in the city. Undefined with fewer than `MIN_NEIGHBOURS`
 * devices.
 */
async function standbyOf(
  reading: Reading,
  place: DevicePlace,
  {
    days,
    metrics,
    watts,
    device,
  }: { days: readonly string[]; metrics: readonly EnergyMetric[]; watts: number | null; device: EnergyDevice },
): Promise<MonthFacts['standby']> {
  if (watts === null) return undefined;
  const nights = days.slice(-NIGHTS);
  const found = await neighbours(reading, {
    categories: [place.category],
    city: place.city,
    area: null,
    modelId: place.modelId,
    first: nights[0],
    last: lastOf(nights),
    names: propertiesRead(metrics),
    each: 'hour',
  });
  const buckets = nights.map((day) => ({ label: day, first: day, last: day }));
  const others = found.flatMap((one) => {
    const all = [...one.days].map(([day, figures]) => ({ day, figures }));
    const figures = tellBuckets(device, metrics, buckets, { days: all, hoursOf: () => 24 });
    return (
      quantile(
        figures.flatMap((bucket) => bucket?.values.standby ?? []),
        0.5,
      ) ?? []
    );
  });
  const median = quantile(others, 0.5);
  return others.length >= MIN_NEIGHBOURS && median !== null ? { watts, median, devices: others.length } : undefined;
}

/**
 * Return the findings about a device's use of an energy in a month. Empty before the first day of the month has passed.
 */
export async function readFindings(
  reading: Reading,
  { deviceId, energy, date }: CallInputOf<typeof energyFindings>,
): Promise<CallAnswer<typeof energyFindings>> {
  const row = await seenDevice(reading, deviceId);
  if (!isEnergy(energy)) throw refuse.unknownEnergy();
  const device = await energyDevice(reading, row);
  const today = reading.today();
  const days = daysOver(date, today);
  if (days.length === 0) return [];
  const kind = await energyKindOf(reading, energy, 'auto', [device]);
  const metrics = metricsOf(energy, kind);
  const main = mainMetricOf(energy, kind);
  const query = { energy, period: 'month' as const, metrics, given: {}, today };
  const mine = await readEnergy(reading, [device], { ...query, date, lastDay: lastDayOf('month', today) });
  const before = await readEnergy(reading, [device], {
    ...query,
    date: comparedDate('month', date, 'yoy')!,
    lastDay: yearBefore(days).at(-1) ?? today,
  });
  const place = await devicePlaceOf(reading, deviceId);
  const isHeating = energy === 'heat' || energy === 'air';
  const holes = days.filter((_, at) => (mine.told[at]?.coverage ?? 0) < MIN_COVERAGE).length;
  return findingsOf({
    unit: mustFind(metrics, ({ name }) => name === main).unit,
    weather: isHeating ? await weatherOf(reading, { place, main }, { days, mine, before }) : undefined,
    nights: mine.told.flatMap((one) => one?.values.nightUse ?? []),
    standby: await standbyOf(reading, place, {
      days,
      metrics: metrics.filter(({ name }) => name === 'standby'),
      watts: mine.summary.standby ?? null,
      device,
    }),
    efficiency: energy === 'heat' ? await efficiencyOf(reading, place, days, mine.summary.cop ?? null) : undefined,
    coverage: mine.coverage,
    holes,
  });
}
