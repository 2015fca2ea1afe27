import type { Row } from '#kernel/language/paper.ts';
import type { Reading, Sql } from '#kernel/server';
import { device } from '../devices/device.paper.ts';
import type { Message } from '../history/pack/pack.rules.ts';
import { readLatest } from '../history/store/read-messages.server.ts';
import { QUALITY } from '../ingest/property-check.rules.ts';
import type { ModelSchema, SchemaAttribute } from '../models/model-schema.rules.ts';
import { type LatestState, momentOfValue } from './latest.rules.ts';
import { ownedFrom, ownedSinceOf } from './span.server.ts';
import { groupNames, groupOf, isHeld, isNumericProperty, shownValue } from './value-words.rules.ts';
import type { CurrentValues } from './values.calls.ts';

/** A moment after every message, as the end of a span. */
export const MAX_LATE_MS = Date.parse('9999-01-01T00:00:00Z');

/** Number of points in the trend of a value. */
const TREND = 12;

/** Return a device by id. Refuse one that the caller may not see in the same way as a missing one. */
export async function seenDevice(reading: Reading, id: string): Promise<Row<typeof device>> {
  const [row] = await reading.visible(device).all([id]);
  return row;
}

/** Return the properties of a device, from its model version or else the newest one. */
export async function propertiesOf(
  sql: Sql,
  tenantId: string,
  { modelId, modelVersion }: Pick<Row<typeof device>, 'modelId' | 'modelVersion'>,
): Promise<readonly SchemaAttribute[]> {
  const [found] = await sql.query<{ schema: ModelSchema }>(
    `select schema from iot_thing_model_version where tenant_id = $1 and model_id = $2 and is_deleted = 0
     order by (version_no = $3) desc, version_no desc limit 1`,
    [tenantId, modelId, modelVersion ?? 0],
  );
  return (found?.schema.attributes ?? []).filter((one) => one.attrType === 'property');
}

/** Return the report interval of a model's devices, in seconds. */
export async function intervalOf(sql: Sql, tenantId: string, modelId: string): Promise<number> {
  const [model] = await sql.query<{ interval: number }>(
    'select report_interval_sec as interval from iot_thing_model where tenant_id = $1 and id = $2',
    [tenantId, modelId],
  );
  return model?.interval ?? 60;
}

/** Current state of a device, with the moment when the present home got it. */
type Latest = LatestState & {
  /** When the present home got the device (milliseconds); 0: it was never in another home. */ readonly owned: number;
};

const qualityOf = (meta: number): 'good' | 'late' | 'clock' | 'range' =>
  (['clock', 'range', 'late'] as const).find((one) => (meta & QUALITY[one]) !== 0) ?? 'good';

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Return the last values of a property. If it has a dead band, a message without it repeats the value before. */
function trendOf(one: SchemaAttribute, rows: readonly Message[]): (number | null)[] {
  let last: number | null = null;
  return rows.map(({ data }) => (last = numberIn(data[one.identifier]) ?? (isHeld(one) ? last : null)));
}

function itemOf(one: SchemaAttribute, latest: Latest | undefined, rows: readonly Message[]) {
  const ts = momentOfValue(latest, one.identifier, latest?.owned ?? 0);
  const value = ts === null ? null : latest?.data[one.identifier];
  const isNumber = isNumericProperty(one);
  const newest = rows.at(-1);
  return {
    identifier: one.identifier,
    name: [one.name, one.nameEn ?? one.name] as const,
    value,
    ...shownValue(one, value),
    ts,
    isOnChange: one.reportMode === 'change',
    quality: newest && ts === newest.ts ? qualityOf(newest.meta) : ('good' as const),
    trend: isNumber ? trendOf(one, rows) : [],
    isNumber,
    chart: one.chart === true,
  };
}

/**
 * Return the current values of a device in the groups of its page. Values from before the present home got the device
 * are omitted.
 */
export async function readCurrent(reading: Reading, deviceId: string): Promise<CurrentValues> {
  const row = await seenDevice(reading, deviceId);
  const { sql, tenantId } = reading;
  const since = (await ownedSinceOf(reading, row)) ?? '1970-01-01 00:00:00';
  const properties = await propertiesOf(sql, tenantId, row);
  const [latest] = await sql.query<Latest>(
    `select (extract(epoch from ts) * 1000)::float8 as ts, data, times, (extract(epoch from $3::timestamptz) * 1000)::float8 as owned
     from iot_device_latest where tenant_id = $1 and device_id = $2 and ts >= $3::timestamptz`,
    [tenantId, deviceId, since],
  );
  const rows = await readLatest(
    sql,
    { tenantId, deviceId, from: await ownedFrom(reading, row), until: MAX_LATE_MS },
    TREND,
  );
  return {
    deviceId,
    ts: latest?.ts ?? null,
    onlineStatus: row.onlineStatus ?? 'unknown',
    reportIntervalSec: await intervalOf(sql, tenantId, row.modelId),
    groups: (['state', 'measured', 'setting', 'counter'] as const).flatMap((group) => {
      const mine = properties.filter((one) => groupOf(one) === group).map((one) => itemOf(one, latest, rows));
      return mine.length > 0 ? [{ group, name: groupNames[group], items: mine }] : [];
    }),
  };
}
