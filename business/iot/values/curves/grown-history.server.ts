import { type Reading, localDay, startOfDay } from '#kernel/server';
import { addDays } from '#kernel/language/days.ts';
import type { CountedDevice } from '../../history/figures/counted-device.rules.ts';
import { counterSteps } from '../../history/figures/counter-steps.server.ts';
import { counterRuleOf, figureProperties } from '../../history/figures/figure-properties.rules.ts';
import { readDays } from '../../history/figures/read-days.server.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { type Buckets, type GrownBucket, grownBuckets } from './bucket-points.rules.ts';

/** A span whose end is exclusive (milliseconds). */
interface HalfOpen {
  readonly from: number;
  readonly until: number;
}

/** Which growth to read: of a device's counters, in buckets of a span. */
export interface AskedGrowth {
  readonly deviceId: string;
  readonly zone: string;
  /** Messages before this moment (milliseconds) are ignored; 0: no message is. */ readonly owned: number;
  readonly span: HalfOpen;
  readonly buckets: Buckets;
}

/** Only counters grow: other properties have no buckets. */
const isCounter = (one: SchemaAttribute): boolean => one.aggregation === 'counter';

/** Return the growth of each property in buckets, computed from messages; an empty list for one that is no counter. */
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

/**
 * Return the growth of each property by day: whole days from stored figures, partial days at both ends from messages.
 */
export async function grownByDay(
  reading: Reading,
  asked: AskedGrowth,
  properties: readonly SchemaAttribute[],
): Promise<GrownBucket[][]> {
  const { deviceId, zone, owned, span } = asked;
  const startOf = (day: string): number => startOfDay(day, zone);
  const firstDay = localDay(span.from, zone);
  const first = startOf(firstDay) === span.from ? firstDay : addDays(firstDay, 1);
  const end = localDay(span.until, zone);
  const [head, tail] = [
    { from: span.from, until: startOf(first) },
    { from: startOf(end), until: span.until },
  ];
  const { sql, tenantId } = reading;
  const device: CountedDevice = { tenantId, zone, deviceId, properties: figureProperties(properties) };
  const days = await readDays(sql, device, { first, last: addDays(end, -1), ownedSince: owned });
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
