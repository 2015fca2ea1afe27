import type { Reading } from '#kernel/server';
import { addDays } from '#kernel/language/days.ts';
import { lastOf } from '#kernel/language/must.ts';
import { readDays } from '#business/iot/history/figures/read-days.server.ts';
import type { Energy, EnergyPeriod } from './energies.rules.ts';
import { type ToldBucket, propertiesRead, tellBuckets } from './device-buckets.rules.ts';
import type { EnergyDevice } from './energy-devices.server.ts';
import { joinValues } from './joined-values.rules.ts';
import type { EnergyMetric, MetricValues } from './metrics.rules.ts';
import { type PeriodBucket, bucketsOf } from './periods.rules.ts';
import { dayFacts } from '#business/iot/history/store/day-facts.relation.ts';

/** Selection of figures: a period of an energy, its metrics, and the last day to read. */
export interface AskedEnergy {
  readonly energy: Energy;
  readonly period: EnergyPeriod;
  readonly date: string;
  readonly metrics: readonly EnergyMetric[];
  /** Further inputs of derived metrics, e.g. prices. */ readonly given: MetricValues;
  /** Last day to read; later days of the period count as not yet passed. */ readonly lastDay: string;
  readonly today: string;
}

/** Figures of a period: by bucket, and in all. */
export interface ToldPeriod {
  readonly buckets: readonly PeriodBucket[];
  readonly told: readonly (ToldBucket | null)[];
  readonly summary: MetricValues;
  readonly coverage: number;
  readonly estimated: number;
  /** Reasons why counters of the period are doubtful, as bits of `DOUBT`. */ readonly doubt: number;
}

const HOURS_PER_DAY = 24;

/** Return the number of hours of a bucket until the end of the last day; 1 for a bucket of one hour. */
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

/**
 * Return the figures of devices over a period, joined. Data of a device counts from the moment when the present home
 * got it.
 */
export async function readEnergy(
  reading: Reading,
  devices: readonly EnergyDevice[],
  query: AskedEnergy,
): Promise<ToldPeriod> {
  const { period, date, metrics, given, lastDay, today } = query;
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
  const data = buckets.map((_, at) =>
    joinDevices(
      metrics,
      byDevice.flatMap((one) => one[at] ?? []),
      given,
    ),
  );
  const known = data.filter((one) => one !== null);
  return {
    buckets,
    told: data,
    summary: joinValues(
      metrics,
      known.map(({ values }) => values),
      given,
    ),
    coverage: coverageOf(buckets, data, lastDay),
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

/** Return the share of the passed hours of a period with data, 0 to 1. */
function coverageOf(buckets: readonly PeriodBucket[], data: readonly (ToldBucket | null)[], lastDay: string): number {
  let due = 0;
  let covered = 0;
  buckets.forEach((bucket, at) => {
    const hours = hoursGoneBy(bucket, lastDay);
    due += hours;
    covered += hours * (data[at]?.coverage ?? 0);
  });
  return due === 0 ? 0 : covered / due;
}

/** Return the last day to read: today for a day, yesterday for longer periods, since today is incomplete. */
export const lastDayOf = (period: EnergyPeriod, today: string): string =>
  period === 'day' ? today : addDays(today, -1);
