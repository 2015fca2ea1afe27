import type { Reading } from '#kernel/server';
import { dayAfter } from '#kernel/language/days.ts';
import type { CountedDevice } from '../../history/figures/counted-device.rules.ts';
import { counterSteps } from '../../history/figures/counter-steps.server.ts';
import { counterRuleOf, figureProperties } from '../../history/figures/figure-properties.rules.ts';
import { localDay, startOfDay } from '../../history/figures/local-day.rules.ts';
import { readDays } from '../../history/figures/read-days.server.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { type Buckets, type GrownBucket, grownBuckets } from './bucket-points.rules.ts';

/** A span whose end is not in it (milliseconds). */
interface HalfOpen {
  readonly from: number;
  readonly until: number;
}

/** What counters of a device grew in the buckets of a span. */
export interface AskedGrowth {
  readonly deviceId: string;
  readonly zone: string;
  /** Nothing of before this moment counts (milliseconds); 0: of all times. */ readonly owned: number;
  readonly span: HalfOpen;
  readonly buckets: Buckets;
}

/** Counters alone grow: the rest has no buckets. */
const isCounter = (one: SchemaAttribute): boolean => one.aggregation === 'counter';

/** Return what each property grew bucket by bucket, from its messages; none for what is no counter. */
export async function grownFromMessages(
  { sql, tenantId }: Reading,
  { deviceId, zone, owned, span, buckets }: AskedGrowth,
  properties: readonly SchemaAttribute[],
): Promise<GrownBucket[][]> {
  const device: CountedDevice = { tenantId, zone, deviceId, properties: [], since: owned };
  const counters = properties.filter(isCounter);
  const followed = counters.map((one) => ({ identifier: one.identifier, rule: counterRuleOf(one) }));
  const found = await counterSteps(sql, device, span, followed);
  return properties.map((one) => {
    const grown = found[counters.indexOf(one)];
    return grown ? grownBuckets({ ...grown, span }, buckets) : [];
  });
}

/** Return what each property grew day by day: whole days as they are counted, the days at the ends as far as the span reaches. */
export async function grownByDay(
  reading: Reading,
  asked: AskedGrowth,
  properties: readonly SchemaAttribute[],
): Promise<GrownBucket[][]> {
  const { deviceId, zone, owned, span } = asked;
  const startOf = (day: string): number => startOfDay(day, zone);
  const firstDay = localDay(span.from, zone);
  const first = startOf(firstDay) === span.from ? firstDay : dayAfter(firstDay, 1);
  const end = localDay(span.until, zone);
  const [head, tail] = [
    { from: span.from, until: startOf(first) },
    { from: startOf(end), until: span.until },
  ];
  const { sql, tenantId } = reading;
  const device: CountedDevice = { tenantId, zone, deviceId, properties: figureProperties(properties) };
  const days = await readDays(sql, device, { first, last: dayAfter(end, -1), ownedSince: owned });
  const ends = (part: HalfOpen): Promise<GrownBucket[][]> =>
    part.from < part.until ? grownFromMessages(reading, { ...asked, span: part }, properties) : Promise.resolve([]);
  const [before, after] = [await ends(head), await ends(tail)];
  return properties.map((one, no) => [
    ...(before[no] ?? []),
    ...days.flatMap(({ day, figures }): GrownBucket[] => {
      const figure = isCounter(one) ? figures.columns.get(one.identifier)?.figures[0] : null;
      return figure ? [{ at: startOf(day), grown: figure.delta, doubt: figure.doubt }] : [];
    }),
    ...(after[no] ?? []),
  ]);
}
