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

/** No message is of later than this. */
export const MOST_LATE_MS = Date.parse('9999-01-01T00:00:00Z');

/** So many points stand beside a figure. */
const TREND = 12;

/** A device that the asking person may see; another is a missing one. */
export async function seenDevice(reading: Reading, id: string): Promise<Row<typeof device>> {
  const [row] = await reading.visible(device).all([id]);
  return row;
}

/** What the model of a device says of its properties, by the version that the device speaks. */
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

/** Seconds between two reports of a device, by its model. */
export async function intervalOf(sql: Sql, tenantId: string, modelId: string): Promise<number> {
  const [model] = await sql.query<{ interval: number }>(
    'select report_interval_sec as interval from iot_thing_model where tenant_id = $1 and id = $2',
    [tenantId, modelId],
  );
  return model?.interval ?? 60;
}

/** The current state as it is stored. */
type Latest = LatestState & {
  /** Since when those who live with it own it (milliseconds). */ readonly owned: number;
};

const qualityOf = (meta: number): 'good' | 'late' | 'clock' | 'range' =>
  (['clock', 'range', 'late'] as const).find((one) => (meta & QUALITY[one]) !== 0) ?? 'good';

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The last points of a property. Within its dead band a message brings no new point: the value stands as it was. */
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

/** The current state as the page of a device shows it. Nothing of the family that lived with it before. */
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
    { tenantId, deviceId, from: await ownedFrom(reading, row), until: MOST_LATE_MS },
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
