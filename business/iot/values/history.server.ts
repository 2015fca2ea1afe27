import type { Reading } from '#kernel/server';
import { counterRuleOf, figureProperties } from '../history/figures/figure-properties.rules.ts';
import { dayAfter } from '#kernel/language/days.ts';
import { localDay, startOfDay } from '../history/figures/local-day.rules.ts';
import { aggregateOf, readDays } from '../history/figures/read-days.server.ts';
import { zoneOf } from '../history/figures/zone.server.ts';
import { readSeries } from '../history/store/read-messages.server.ts';
import type { SchemaAttribute } from '../models/model-schema.rules.ts';
import { refuse } from '../refusals.ts';
import {
  AGGREGATIONS,
  type Aggregation,
  BUCKETS,
  type Bucket,
  MOST_RAW_DAYS,
  MOST_RAW_POINTS,
  bucketFor,
} from './bucket.rules.ts';
import { type BucketPoint, bucketPoints, drawnNumber } from './bucket-points.rules.ts';
import { intervalOf, propertiesOf, seenDevice } from './current.server.ts';
import { type ValueSpan, readSpan } from './span.server.ts';
import { isHeld, unitOf } from './value-words.rules.ts';
import type { HistoryValues } from './values.calls.ts';

const DAY_MS = 86_400_000;

const MOST_SERIES = 8;

/** Where the bucket of a moment begins; days are those of the company. */
function beginOf(bucket: Bucket, zone: string): (ts: number) => number {
  const ms = BUCKETS[bucket];
  if (bucket !== '1d') return (ts) => Math.floor(ts / ms) * ms;
  let begin = 0;
  let end = 0;
  return (ts) => {
    if (ts < begin || ts >= end) {
      const day = localDay(ts, zone);
      begin = startOfDay(day, zone);
      end = startOfDay(dayAfter(day, 1), zone);
    }
    return begin;
  };
}

/** A message without a value that stays within its dead band says that it stands as it was; only a missing message is a hole. */
function heldValues(property: SchemaAttribute, values: readonly unknown[]): readonly unknown[] {
  if (!isHeld(property)) return values;
  let last: unknown = null;
  return values.map((value) => (last = value ?? last));
}

const isBucket = (value: string | null): value is Bucket => value !== null && Object.hasOwn(BUCKETS, value);
const isAggregation = (value: string | null): value is Aggregation => AGGREGATIONS.includes(value as Aggregation);

interface AskedHistory {
  readonly deviceId: string;
  readonly identifiers: string;
  readonly start: string;
  readonly end: string;
  readonly bucket: string | null;
  readonly agg: string | null;
}

/** How the figures are made; a word that nobody knows is refused. */
function figuresOf(
  { bucket, agg }: AskedHistory,
  span: ValueSpan,
  interval: number,
): { bucket: Bucket; agg: Aggregation } {
  if (bucket !== null && bucket !== 'auto' && !isBucket(bucket)) throw refuse.unknownBucket();
  if (agg !== null && !isAggregation(agg)) throw refuse.unknownAggregation();
  const length = span.until - span.from;
  const chosen = isBucket(bucket) ? bucket : bucketFor(length, interval);
  if (chosen === 'raw' && length > MOST_RAW_DAYS * DAY_MS) throw refuse.rawTooLong({ days: MOST_RAW_DAYS });
  return { bucket: chosen, agg: isAggregation(agg) ? agg : 'avg' };
}

/** The properties that are asked for, by what the model says of them. */
function wantedOf(identifiers: string, properties: readonly SchemaAttribute[]): SchemaAttribute[] {
  const names = [
    ...new Set(
      identifiers
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ];
  if (names.length > MOST_SERIES) throw refuse.tooManySeries({ most: MOST_SERIES });
  return names.map((identifier) => {
    const one = properties.find((property) => property.identifier === identifier);
    if (!one) throw refuse.unknownProperty({ identifier: identifier.slice(0, 50) });
    return one;
  });
}

/** A quarter of an hour without a message is a hole. */
const QUARTER_MS = 900_000;

/** Share of what was due, 0 to 1: of messages where every one is asked for, of quarters of an hour where they are gathered. */
function coverageOf(count: number, span: ValueSpan, dueMs: number): number {
  const due = Math.max(1, (span.until - span.from) / dueMs);
  return Math.min(1, Math.round((count / due) * 1000) / 1000);
}

/** In how many quarters of an hour something was told. */
function quartersIn(times: readonly number[]): number {
  let quarters = 0;
  let last = -1;
  for (const ts of times) {
    const quarter = Math.floor(ts / QUARTER_MS);
    if (quarter !== last) quarters += 1;
    last = quarter;
  }
  return quarters;
}

interface Drawn {
  readonly points: readonly (readonly BucketPoint[])[];
  readonly count: number;
}

/** Every message, or one figure a bucket, of each property. */
async function drawMessages(
  { sql, tenantId }: Reading,
  deviceId: string,
  properties: readonly SchemaAttribute[],
  { span, bucket, agg, zone }: Drawing,
): Promise<Drawn> {
  const { times, columns } = await readSeries(
    sql,
    { tenantId, deviceId, ...span },
    properties.map((one) => one.identifier),
  );
  const points = properties.map((one, no) => {
    const values = heldValues(one, columns[no]);
    if (bucket !== 'raw')
      return bucketPoints(times, values, { beginOf: beginOf(bucket, zone), agg, rule: counterRuleOf(one) });
    return times.flatMap((ts, at): BucketPoint[] => {
      const value = drawnNumber(values[at]);
      return value === null ? [] : [[ts, value]];
    });
  });
  return { points, count: bucket === 'raw' ? times.length : quartersIn(times) };
}

/** One figure a day, from the figures of days that are counted already. */
async function drawDays(
  { sql, tenantId }: Reading,
  deviceId: string,
  properties: readonly SchemaAttribute[],
  { span, agg, zone }: Drawing,
): Promise<Drawn> {
  const days = await readDays(
    sql,
    { tenantId, zone, deviceId, properties: figureProperties(properties) },
    {
      first: localDay(span.from, zone),
      last: localDay(span.until, zone),
      ownedSince: span.from,
      names: new Set(properties.map((one) => one.identifier)),
    },
  );
  const points = properties.map((one) =>
    days.flatMap(({ day, figures }): BucketPoint[] => {
      const figure = figures.columns.get(one.identifier)?.figures[0];
      const value = figure && aggregateOf(figure, agg);
      return value === null || value === undefined ? [] : [[startOfDay(day, zone), value]];
    }),
  );
  const most = DAY_MS / QUARTER_MS;
  return { points, count: days.reduce((sum, { figures }) => sum + Math.min(most, figures.counts[0]), 0) };
}

interface Drawing {
  readonly span: ValueSpan;
  readonly bucket: Bucket;
  readonly agg: Aggregation;
  readonly zone: string;
}

/** Series of values over a span, as a chart draws them. */
export async function readValueHistory(reading: Reading, asked: AskedHistory): Promise<HistoryValues> {
  const row = await seenDevice(reading, asked.deviceId);
  const { sql, tenantId } = reading;
  const span = await readSpan(reading, row, asked);
  const interval = await intervalOf(sql, tenantId, row.modelId);
  const { bucket, agg } = figuresOf(asked, span, interval);
  const properties = wantedOf(asked.identifiers, await propertiesOf(sql, tenantId, row));
  const drawing = { span, bucket, agg, zone: await zoneOf(sql) };
  const isLong = span.until - span.from > MOST_RAW_DAYS * DAY_MS;
  const { points, count } =
    bucket === '1d' && isLong
      ? await drawDays(reading, row.id, properties, drawing)
      : await drawMessages(reading, row.id, properties, drawing);
  return {
    deviceId: row.id,
    bucket,
    agg,
    series: properties.map((one, no) => ({
      identifier: one.identifier,
      name: [one.name, one.nameEn ?? one.name],
      unit: unitOf(one),
      points: points[no].slice(0, MOST_RAW_POINTS),
    })),
    coverage: coverageOf(count, span, bucket === 'raw' ? interval * 1000 : Math.max(QUARTER_MS, interval * 1000)),
    truncated: points.some((one) => one.length > MOST_RAW_POINTS),
  };
}
