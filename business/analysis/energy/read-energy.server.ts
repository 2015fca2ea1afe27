import type { Reading } from '#kernel/server';
import { dayAfter } from '#kernel/language/days.ts';
import { lastOf } from '#kernel/language/must.ts';
import { readDays } from '#business/iot/history/figures/read-days.server.ts';
import type { Energy, EnergyPeriod } from './energies.rules.ts';
import { type ToldBucket, propertiesRead, tellBuckets } from './device-buckets.rules.ts';
import type { EnergyDevice } from './energy-devices.server.ts';
import { joinValues } from './joined-values.rules.ts';
import type { EnergyMetric, MetricValues } from './metrics.rules.ts';
import { type PeriodBucket, bucketsOf } from './periods.rules.ts';
import { dayFacts } from '#business/iot/history/store/day-facts.relation.ts';

/** What is asked of some devices: a period of an energy, up to and with a day. */
export interface AskedEnergy {
  readonly energy: Energy;
  readonly period: EnergyPeriod;
  readonly date: string;
  readonly metrics: readonly EnergyMetric[];
  /** Prices and such, which metrics are derived from. */ readonly given: MetricValues;
  /** No later day is read; null: this one is today, and runs. */ readonly lastDay: string;
  readonly today: string;
}

/** A period as it was told: bucket by bucket, and in all. */
export interface ToldPeriod {
  readonly buckets: readonly PeriodBucket[];
  readonly told: readonly (ToldBucket | null)[];
  readonly summary: MetricValues;
  readonly coverage: number;
  readonly estimated: number;
  /** Why a counter of the period is marked (`DOUBT`). */ readonly doubt: number;
}

const HOURS_PER_DAY = 24;

/** How many hours of a bucket have gone by. */
function hoursGoneBy({ first, last, hour }: PeriodBucket, lastDay: string): number {
  if (hour !== undefined) return 1;
  const end = last < lastDay ? last : lastDay;
  return end < first ? 0 : ((Date.parse(end) - Date.parse(first)) / 86_400_000 + 1) * HOURS_PER_DAY;
}

async function firstYearOf(
  { sql, tenantId }: Reading,
  devices: readonly EnergyDevice[],
  today: string,
): Promise<number> {
  const [{ year }] = await sql.query<{ year: number | null }>(
    `select extract(year from min(day))::int as year from ${dayFacts} where tenant_id = $1 and device_id = any($2::bigint[])`,
    [tenantId, devices.map(({ deviceId }) => deviceId)],
  );
  return year ?? Number(today.slice(0, 4));
}

/** Reads a period of devices, each from the time on since which it belongs to those who live with it. */
export async function readEnergy(
  reading: Reading,
  devices: readonly EnergyDevice[],
  asked: AskedEnergy,
): Promise<ToldPeriod> {
  const { period, date, metrics, given, lastDay, today } = asked;
  const firstYear = period === 'total' ? await firstYearOf(reading, devices, today) : 0;
  const buckets = bucketsOf(period, date, { firstYear, today });
  const last = lastOf(buckets).last < lastDay ? lastOf(buckets).last : lastDay;
  const each = period === 'day' || period === 'month' ? 'hour' : 'day';
  const names = propertiesRead(metrics);
  const byDevice: (ToldBucket | null)[][] = [];
  for (const device of devices) {
    const days = await readDays(
      reading.sql,
      device,
      { first: buckets[0].first, last, ownedSince: device.ownedSince, names, ...(last === today && { today }) },
      each,
    );
    byDevice.push(tellBuckets(device, metrics, buckets, { days, hoursOf: (bucket) => hoursGoneBy(bucket, lastDay) }));
  }
  const told = buckets.map((_, at) =>
    joinDevices(
      metrics,
      byDevice.flatMap((one) => one[at] ?? []),
      given,
    ),
  );
  const known = told.filter((one) => one !== null);
  return {
    buckets,
    told,
    summary: joinValues(
      metrics,
      known.map(({ values }) => values),
      given,
    ),
    coverage: coverageOf(buckets, told, lastDay),
    estimated: known.filter((one) => one.isEstimated).length,
    doubt: doubtOf(known),
  };
}

const doubtOf = (some: readonly ToldBucket[]): number => some.reduce((all, { doubt }) => all | doubt, 0);

function joinDevices(
  metrics: readonly EnergyMetric[],
  some: readonly ToldBucket[],
  given: MetricValues,
): ToldBucket | null {
  if (some.length === 0) return null;
  return {
    values: joinValues(
      metrics,
      some.map(({ values }) => values),
      given,
    ),
    coverage: some.reduce((sum, one) => sum + one.coverage, 0) / some.length,
    isEstimated: some.some((one) => one.isEstimated),
    doubt: doubtOf(some),
  };
}

/** Share of what has gone by in which something was told. */
function coverageOf(buckets: readonly PeriodBucket[], told: readonly (ToldBucket | null)[], lastDay: string): number {
  let due = 0;
  let covered = 0;
  buckets.forEach((bucket, at) => {
    const hours = hoursGoneBy(bucket, lastDay);
    due += hours;
    covered += hours * (told[at]?.coverage ?? 0);
  });
  return due === 0 ? 0 : covered / due;
}

/** The last day that a period tells: a month and what is longer end yesterday, since a day that runs is no whole one. */
export const lastDayOf = (period: EnergyPeriod, today: string): string =>
  period === 'day' ? today : dayAfter(today, -1);
