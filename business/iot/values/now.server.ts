import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { must } from '#kernel/language/must.ts';
import type { Reading } from '#kernel/server';
import { device } from '../devices/device.paper.ts';
import { readLatest } from '../history/store/read-messages.server.ts';
import type { ModelSchema, SchemaAttribute as Attribute } from '../models/model-schema.rules.ts';
import { type LatestState, momentOfValue } from './latest.rules.ts';
import { leadingOf } from './leading.rules.ts';
import { isHeld } from './value-words.rules.ts';
import type { devicesNow } from './values.calls.ts';

/** Maximal number of points in the trend of a value. */
const TREND = 12;

interface Found {
  readonly id: string;
  readonly modelKey: string;
  readonly intervalSec: number;
  readonly ownedSince: number | null;
  readonly ts: number | null;
  readonly data: LatestState['data'] | null;
  readonly times: LatestState['times'];
}

/** Return the parts of a property that a list needs to show its value. */
const shownProperty = (one: Attribute) => ({
  identifier: one.identifier,
  name: one.name,
  nameEn: one.nameEn ?? null,
  unit: one.unit ?? null,
  dataType: one.dataType ?? null,
  specs: (one.specs ?? null) as Readonly<Record<string, unknown>> | null,
  aggregation: one.aggregation ?? null,
});

/**
 * Return the leading values of devices for a list, restricted to those that the caller may see. The number of
 * statements does not grow with the devices, except for long silent ones.
 */
export async function readNow(reading: Reading, ids: readonly string[]): Promise<CallAnswer<typeof devicesNow>> {
  const seen = await reading.visible(device, { match: { id: [...ids] } }).rows({ limit: ids.length });
  if (seen.length === 0) return [];
  const { sql, tenantId } = reading;
  const rows = await sql.query<Found>(
    `select d.id::text as id, d.model_id::text || ' ' || coalesce(d.model_version, 0) as "modelKey", m.report_interval_sec as "intervalSec",
       (extract(epoch from d.owned_since) * 1000)::float8 as "ownedSince", (extract(epoch from l.ts) * 1000)::float8 as ts, l.data, l.times
     from iot_device d join iot_thing_model m on m.id = d.model_id and m.tenant_id = d.tenant_id
     left join iot_device_latest l on l.device_id = d.id and l.tenant_id = d.tenant_id
     where d.tenant_id = $1 and d.id = any($2::bigint[])`,
    [tenantId, seen.map((row) => row.id)],
  );
  const schemas = await sql.query<{ modelKey: string; attributes: ModelSchema['attributes'] }>(
    `select distinct on (w.key) w.key as "modelKey", v.schema->'attributes' as attributes
     from unnest($2::bigint[], $3::int[], $4::text[]) as w(model_id, version_no, key)
     join iot_thing_model_version v on v.tenant_id = $1 and v.model_id = w.model_id and v.is_deleted = 0
     order by w.key, (v.version_no = w.version_no) desc, v.version_no desc`,
    [tenantId, ...modelsIn(rows)],
  );
  const leading = new Map(
    schemas.map((one) => [
      one.modelKey,
      leadingOf(one.attributes.filter((attribute) => attribute.attrType === 'property')),
    ]),
  );
  const states = rows.map((row) => stateOf(row, leading.get(row.modelKey) ?? []));
  const trends = await trendsOf(reading, states);
  return states.map(({ id, intervalSec, ts, properties, valueOf }) => ({
    id,
    reportIntervalSec: intervalSec,
    ts,
    leading: properties.map((one) => ({ property: shownProperty(one), value: valueOf(one.identifier) })),
    trend: properties[0] ? held(properties[0], trends.get(id) ?? []) : [],
  }));
}

interface State {
  readonly id: string;
  readonly intervalSec: number;
  readonly ownedSince: number;
  readonly ts: number | null;
  readonly properties: readonly Attribute[];
  readonly valueOf: (identifier: string) => unknown;
}

/** Return the current state of a device, without values from before the present home got it. */
function stateOf({ id, intervalSec, ownedSince, ts, data, times }: Found, properties: readonly Attribute[]): State {
  const since = ownedSince ?? 0;
  const state = ts === null || data === null || ts < since ? undefined : { ts, data, times };
  return {
    id,
    intervalSec,
    ownedSince: since,
    ts: state?.ts ?? null,
    properties,
    valueOf: (identifier) => (momentOfValue(state, identifier, since) === null ? null : state?.data[identifier]),
  };
}

/** Return the distinct models of devices as parallel lists of ids, versions and keys, for an SQL `unnest`. */
function modelsIn(rows: readonly Found[]): [string[], number[], string[]] {
  const keys = [...new Set(rows.map((row) => row.modelKey))];
  const parts = keys.map((key) => key.split(' '));
  return [parts.map(([model]) => model), parts.map(([, version]) => Number(version)), keys];
}

/** Return the last values of the first leading property, by device. */
async function trendsOf(
  { sql, tenantId }: Reading,
  states: readonly State[],
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const those = states.filter((one) => one.ts !== null && one.properties.length > 0);
  const rows = await sql.query<{ id: string; points: readonly unknown[] }>(
    `select w.id::text as id, (select jsonb_agg(h.v order by h.ts) from (
       select ts, data->w.key as v from iot_telemetry where tenant_id = $1 and device_id = w.id
         and ts > to_timestamp(w.since / 1000) and ts <= to_timestamp(w.until / 1000) order by ts desc limit ${TREND}) h) as points
     from unnest($2::bigint[], $3::text[], $4::float8[], $5::float8[]) as w(id, key, since, until)`,
    [
      tenantId,
      those.map((one) => one.id),
      those.map((one) => one.properties[0].identifier),
      those.map((one) => Math.max(one.ownedSince - 1, must(one.ts, 'ts') - 4 * TREND * one.intervalSec * 1000)),
      those.map((one) => one.ts),
    ],
  );
  const found = new Map(rows.map(({ id, points }) => [id, points ?? []]));
  // Messages of a device that has been silent for days are packed, so they are read from packs.
  for (const { id, ts, ownedSince, properties } of those) {
    if (found.get(id)?.length) continue;
    const last = await readLatest(sql, { tenantId, deviceId: id, from: ownedSince, until: ts! }, TREND);
    found.set(
      id,
      last.map(({ data }) => data[properties[0].identifier] ?? null),
    );
  }
  return found;
}

function held(property: Attribute, points: readonly unknown[]): (number | null)[] {
  let last: number | null = null;
  return points.map((value) => (last = typeof value === 'number' ? value : isHeld(property) ? last : null));
}
