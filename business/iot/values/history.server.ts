import type { Label } from '#kernel/language/label.ts';
import { type Reading, localDay, startOfDay } from '#kernel/server';
import { figureProperties } from '../history/figures/figure-properties.rules.ts';
import { addDays } from '#kernel/language/days.ts';
import { doubtWords } from '../history/figures/doubt-words.rules.ts';
import { type DayOfFigures, aggregateOf, readDays } from '../history/figures/read-days.server.ts';
import { zoneOf } from '../history/figures/zone.server.ts';
import { readSeries } from '../history/store/read-messages.server.ts';
import type { SchemaAttribute } from '../models/model-schema.rules.ts';
import { refuse } from '../refusals.ts';
import {
  AGGREGATIONS,
  type Aggregation,
  BUCKETS,
  type Bucket,
  MAX_RAW_DAYS,
  MAX_RAW_POINTS,
  bucketFor,
} from './bucket.rules.ts';
import { type BucketPoint, type Buckets, bucketPoints, drawnNumber } from './curves/bucket-points.rules.ts';
import { intervalOf, propertiesOf, seenDevice } from './current.server.ts';
import { grownByDay, grownFromMessages } from './curves/grown-history.server.ts';
import { type ValueSpan, ownedFrom, readSpan } from './span.server.ts';
import { isHeld, longestSilence, unitOf } from './value-words.rules.ts';
import type { HistoryValues } from './values.calls.ts';

const DAY_MS = 86_400_000;

const MAX_SERIES = 8;

/** Return the bounds of buckets of a size; days are local to the company. */
function bucketsOf(bucket: Bucket, zone: string): Buckets {
  const ms = BUCKETS[bucket];
  if (bucket !== '1d') return { beginOf: (ts) => Math.floor(ts / ms) * ms, endOf: (begin) => begin + ms };
  let begin = 0;
  let end = 0;
  const beginOf = (ts: number): number => {
    if (ts < begin || ts >= end) {
      const day = localDay(ts, zone);
      begin = startOfDay(day, zone);
      end = startOfDay(addDays(day, 1), zone);
    }
    return begin;
  };
  return {
    beginOf,
    endOf: (ts) => {
      beginOf(ts);
      return end;
    },
  };
}

/** Repeat the last value where a message lacks the property, if it has a dead band: then it has not changed. */
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

/** Return bucket and aggregation of a request. Refuse unknown ones, and every message of too long a span. */
function figuresOf(
  { bucket, agg }: AskedHistory,
  span: ValueSpan,
  interval: number,
): { bucket: Bucket; agg: Aggregation } {
  if (bucket !== null && bucket !== 'auto' && !isBucket(bucket)) throw refuse.unknownBucket();
  if (agg !== null && !isAggregation(agg)) throw refuse.unknownAggregation();
  const length = span.until - span.from;
  const chosen = isBucket(bucket) ? bucket : bucketFor(length, interval);
  if (chosen === 'raw' && length > MAX_RAW_DAYS * DAY_MS) throw refuse.rawTooLong({ days: MAX_RAW_DAYS });
  return { bucket: chosen, agg: isAggregation(agg) ? agg : 'avg' };
}

/** Return the requested properties in order; refuse unknown ones or too many. */
function wantedOf(identifiers: string, properties: readonly SchemaAttribute[]): SchemaAttribute[] {
  const names = [
    ...new Set(
      identifiers
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ];
  if (names.length > MAX_SERIES) throw refuse.tooManySeries({ most: MAX_SERIES });
  return names.map((identifier) => {
    const one = properties.find((property) => property.identifier === identifier);
    if (!one) throw refuse.unknownProperty({ identifier: identifier.slice(0, 50) });
    return one;
  });
}

/** Unit of coverage: a quarter of an hour without a message counts as a gap. */
const QUARTER_MS = 900_000;

/** Return the share of the expected data that exists, 0 to 1. One value is expected in each `dueMs` milliseconds. */
function coverageOf(count: number, span: ValueSpan, dueMs: number): number {
  const due = Math.max(1, (span.until - span.from) / dueMs);
  return Math.min(1, Math.round((count / due) * 1000) / 1000);
}

/** Count the quarters of an hour that have messages. */
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

/** A bucket with a doubtful value, and why. */
interface Mark {
  readonly at: number;
  readonly label: Label;
}

interface Drawn {
  readonly points: readonly (readonly BucketPoint[])[];
  readonly marks?: readonly (readonly Mark[])[];
  readonly count: number;
}

interface Drawing {
  readonly deviceId: string;
  readonly span: ValueSpan;
  readonly owned: number;
  readonly bucket: Bucket;
  readonly zone: string;
}

type Shown = Exclude<Aggregation, 'delta'>;

/** Return the values of each property: every message, or one aggregate for each bucket. */
async function drawMessages(
  { sql, tenantId }: Reading,
  properties: readonly SchemaAttribute[],
  { deviceId, span, bucket, zone }: Drawing,
  agg: Shown,
): Promise<Drawn> {
  const { times, columns } = await readSeries(
    sql,
    { tenantId, deviceId, ...span },
    properties.map((one) => one.identifier),
  );
  const points = properties.map((one, no) => {
    const values = heldValues(one, columns[no]);
    if (bucket !== 'raw') return bucketPoints(times, values, { beginOf: bucketsOf(bucket, zone).beginOf, agg });
    return times.flatMap((ts, at): BucketPoint[] => {
      const value = drawnNumber(values[at]);
      return value === null ? [] : [[ts, value]];
    });
  });
  return { points, count: bucket === 'raw' ? times.length : quartersIn(times) };
}

/** Read the daily figures of a span. */
const daysOf = (
  { sql, tenantId }: Reading,
  properties: readonly SchemaAttribute[],
  { deviceId, span, zone }: Drawing,
): Promise<DayOfFigures[]> =>
  readDays(
    sql,
    { tenantId, zone, deviceId, properties: figureProperties(properties) },
    {
      first: localDay(span.from, zone),
      last: localDay(span.until, zone),
      ownedSince: span.from,
      names: new Set(properties.map((one) => one.identifier)),
    },
  );

const quartersOf = (days: readonly DayOfFigures[]): number =>
  days.reduce((sum, { figures }) => sum + Math.min(DAY_MS / QUARTER_MS, figures.counts[0]), 0);

/** Return one value for each day and property, from daily figures. */
async function drawDays(
  reading: Reading,
  properties: readonly SchemaAttribute[],
  drawing: Drawing,
  agg: Shown,
): Promise<Drawn> {
  const days = await daysOf(reading, properties, drawing);
  const points = properties.map((one) =>
    days.flatMap(({ day, figures }): BucketPoint[] => {
      const figure = figures.columns.get(one.identifier)?.figures[0];
      const value = figure && aggregateOf(figure, agg);
      return value === null || value === undefined ? [] : [[startOfDay(day, drawing.zone), value]];
    }),
  );
  return { points, count: quartersOf(days) };
}

const isLong = ({ span, bucket }: Drawing): boolean =>
  bucket === '1d' && span.until - span.from > MAX_RAW_DAYS * DAY_MS;

const millionths = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Return the growth of each counter in buckets, with the doubtful buckets. */
async function drawGrown(reading: Reading, properties: readonly SchemaAttribute[], drawing: Drawing): Promise<Drawn> {
  const { deviceId, span, owned, bucket, zone } = drawing;
  const halfOpen = { from: span.from, until: span.until + 1 };
  const query = { deviceId, zone, owned, span: halfOpen, buckets: bucketsOf(bucket, zone) };
  const read = isLong(drawing) ? grownByDay : grownFromMessages;
  const grown = await read(reading, query, properties);
  const count = isLong(drawing)
    ? quartersOf(await daysOf(reading, properties, drawing))
    : quartersIn((await readSeries(reading.sql, { tenantId: reading.tenantId, deviceId, ...span }, [])).times);
  return {
    points: grown.map((bins) => bins.map((bin): BucketPoint => [bin.at, millionths(bin.grown)])),
    marks: grown.map((bins) =>
      bins.flatMap(({ at, doubt }) => {
        const label = doubtWords(doubt);
        return label ? [{ at, label }] : [];
      }),
    ),
    count,
  };
}

function draw(
  reading: Reading,
  properties: readonly SchemaAttribute[],
  drawing: Drawing,
  agg: Aggregation,
): Promise<Drawn> {
  if (agg !== 'delta') return (isLong(drawing) ? drawDays : drawMessages)(reading, properties, drawing, agg);
  if (drawing.bucket === 'raw') return drawMessages(reading, properties, drawing, 'last');
  return drawGrown(reading, properties, drawing);
}

/** Return the values of properties over a span, as series for a chart. */
export async function readValueHistory(reading: Reading, query: AskedHistory): Promise<HistoryValues> {
  const row = await seenDevice(reading, query.deviceId);
  const { sql, tenantId } = reading;
  const span = await readSpan(reading, row, query);
  const interval = await intervalOf(sql, tenantId, row.modelId);
  const { bucket, agg } = figuresOf(query, span, interval);
  const properties = wantedOf(query.identifiers, await propertiesOf(sql, tenantId, row));
  const drawing = { deviceId: row.id, span, owned: await ownedFrom(reading, row), bucket, zone: await zoneOf(sql) };
  const { points, marks, count } = await draw(reading, properties, drawing, agg);
  return {
    deviceId: row.id,
    bucket,
    agg,
    series: properties.map((one, no) => ({
      identifier: one.identifier,
      name: [one.name, one.nameEn ?? one.name],
      unit: unitOf(one),
      silentSec: longestSilence(one),
      points: points[no].slice(0, MAX_RAW_POINTS),
      marks: marks?.[no] ?? [],
    })),
    coverage: coverageOf(count, span, bucket === 'raw' ? interval * 1000 : Math.max(QUARTER_MS, interval * 1000)),
    truncated: points.some((one) => one.length > MAX_RAW_POINTS),
  };
}
