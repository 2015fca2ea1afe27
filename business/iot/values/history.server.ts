import type { Reading, Sql } from '#kernel/server';
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
import { intervalOf, propertiesOf, seenDevice } from './current.server.ts';
import { type ValueSpan, readSpan } from './span.server.ts';
import { isHeld, unitOf } from './value-words.rules.ts';
import type { HistoryValues } from './values.calls.ts';

const DAY_MS = 86_400_000;

const aggregate: Readonly<Record<Exclude<Aggregation, 'delta'>, string>> = {
  avg: 'avg(v)',
  min: 'min(v)',
  max: 'max(v)',
  last: '(array_agg(v order by ts desc))[1]',
};

const MOST_SERIES = 8;

/** Numbers of one property: every message, or one figure a bucket; a bucket without a message is not there. */
async function readSeries(
  sql: Sql,
  {
    tenantId,
    deviceId,
    property,
  }: { readonly tenantId: string; readonly deviceId: string; readonly property: SchemaAttribute },
  { span, bucket, agg }: { readonly span: ValueSpan; readonly bucket: Bucket; readonly agg: Aggregation },
): Promise<(number | null)[][]> {
  const source = `select ts, case jsonb_typeof(data->$3) when 'number' then (data->>$3)::float8 when 'boolean' then case when (data->>$3)::boolean then 1 else 0 end end as v
    from iot_telemetry where tenant_id = $1 and device_id = $2 and ts >= to_timestamp($4::float8 / 1000) and ts <= to_timestamp($5::float8 / 1000)${isHeld(property) ? '' : ' and data ? $3'}`;
  const values = [tenantId, deviceId, property.identifier, span.from, span.until];
  const ms = BUCKETS[bucket];
  if (ms === 0)
    return (
      await sql.query<{ t: number; v: number | null }>(
        `select (extract(epoch from ts) * 1000)::float8 as t, v from (${source}) s order by ts limit ${MOST_RAW_POINTS + 1}`,
        values,
      )
    ).map(({ t, v }) => [t, v]);
  // What a counter grew is the sum of its steps; where it fell it was exchanged or began anew, and that step is what it shows.
  const stepped =
    agg === 'delta'
      ? `select ts, v - lag(v) over (order by ts) as d, v from (${source}) s`
      : `select ts, v, null::float8 as d from (${source}) s`;
  const figure = agg === 'delta' ? 'sum(case when d is null then 0 when d >= 0 then d else v end)' : aggregate[agg];
  const origin =
    bucket === '1d'
      ? "date_trunc('day', ts)"
      : `to_timestamp(floor(extract(epoch from ts) / ${ms / 1000}) * ${ms / 1000})`;
  return (
    await sql.query<{ t: number; v: number | null }>(
      `select (extract(epoch from ${origin}) * 1000)::float8 as t, (${figure})::float8 as v from (${stepped}) x group by 1 order by 1 limit ${MOST_RAW_POINTS}`,
      values,
    )
  ).map(({ t, v }) => [t, v]);
}

/** A message without a value that stays within its dead band says that it stands as it was; only a missing message is a hole. */
function heldPoints(property: SchemaAttribute, points: (number | null)[][]): (number | null)[][] {
  if (!isHeld(property)) return points;
  let last: number | null = null;
  return points.map(([at, value]) => [at ?? null, (last = value ?? last)]).filter(([, value]) => value !== null);
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

/** Share of the messages that were due, 0 to 1. */
async function coverageOf(
  sql: Sql,
  tenantId: string,
  deviceId: string,
  span: ValueSpan,
  interval: number,
): Promise<number> {
  const [{ n }] = await sql.query<{ n: number }>(
    'select count(*)::int as n from iot_telemetry where tenant_id = $1 and device_id = $2 and ts >= to_timestamp($3::float8 / 1000) and ts <= to_timestamp($4::float8 / 1000)',
    [tenantId, deviceId, span.from, span.until],
  );
  const due = Math.max(1, (span.until - span.from) / (interval * 1000));
  return Math.min(1, Math.round((n / due) * 1000) / 1000);
}

/** Series of values over a span, as a chart draws them. */
export async function readValueHistory(reading: Reading, asked: AskedHistory): Promise<HistoryValues> {
  const row = await seenDevice(reading, asked.deviceId);
  const { sql, tenantId } = reading;
  const span = await readSpan(reading, row, asked);
  const interval = await intervalOf(sql, tenantId, row.modelId);
  const { bucket, agg } = figuresOf(asked, span, interval);
  const found: HistoryValues['series'][number][] = [];
  for (const one of wantedOf(asked.identifiers, await propertiesOf(sql, tenantId, row)))
    found.push({
      identifier: one.identifier,
      name: [one.name, one.nameEn ?? one.name],
      unit: unitOf(one),
      points: heldPoints(
        one,
        (await readSeries(sql, { tenantId, deviceId: row.id, property: one }, { span, bucket, agg })).slice(
          0,
          MOST_RAW_POINTS,
        ),
      ),
    });
  return {
    deviceId: row.id,
    bucket,
    agg,
    series: found,
    coverage: await coverageOf(sql, tenantId, row.id, span, interval),
    truncated: found.some((one) => one.points.length >= MOST_RAW_POINTS),
  };
}
