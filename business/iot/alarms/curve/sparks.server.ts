import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { propertiesOf } from '../../values/current.server.ts';
import { unitOf } from '../../values/value-words.rules.ts';
import { alarm } from '../alarm/alarm.paper.ts';
import { constantsOf, readRulesOf } from '../engine/read-rules.server.ts';
import { type AlarmSpark, MAX_SPARKS } from './curve.calls.ts';
import { drawnProperties } from './drawn-properties.rules.ts';
import { limitsOfRule } from './rule-limits.rules.ts';

/** A spark is a small curve of 40 steps of a minute: half an hour before the raise, ten minutes after it. */
const STEPS = 40;
const STEP_SEC = 60;
const RAISED_AT = 30;

interface Wanted {
  readonly id: string;
  readonly deviceId: string;
  readonly startTime: string;
  readonly property: SchemaAttribute;
  readonly limit: number | null;
}

/** Return the property to draw for each alarm. The schema is read once for each model version. */
async function wantedOf(reading: Reading, rows: readonly Row<typeof alarm>[]): Promise<Wanted[]> {
  const { sql, tenantId } = reading;
  const ids = (of: (row: Row<typeof alarm>) => string | null | undefined): string[] => [
    ...new Set(rows.map(of).filter((one): one is string => Boolean(one))),
  ];
  const rules = new Map(
    (
      await readRulesOf(
        sql,
        tenantId,
        ids((one) => one.ruleId),
      )
    ).map((one) => [one.id, one]),
  );
  const devices = new Map(
    (await reading.find(device, { id: ids((one) => one.deviceId) }, { limit: MAX_SPARKS })).map((one) => [one.id, one]),
  );
  const versions = new Map<string, readonly SchemaAttribute[]>();
  const wanted: Wanted[] = [];
  for (const row of rows) {
    const of = devices.get(String(row.deviceId));
    if (!of) continue;
    const key = `${of.modelId} ${of.modelVersion}`;
    const properties = versions.get(key) ?? (await propertiesOf(sql, tenantId, of));
    versions.set(key, properties);
    const rule = rules.get(String(row.ruleId));
    const [property] = drawnProperties(rule, row.valuesJson, properties);
    if (!property) continue;
    const limits = rule ? limitsOfRule(rule, constantsOf(properties, of.extConfig)) : [];
    const line = limits.find((one) => one.identifier === property.identifier && one.level === row.level);
    wanted.push({
      id: row.id,
      deviceId: of.id,
      startTime: row.startTime ?? row.createTime,
      property,
      limit: line?.value ?? null,
    });
  }
  return wanted;
}

/** Return sparks of the requested alarms that the caller may see; alarms without a value to draw are left out. */
export async function readSparks(reading: Reading, ids: readonly string[]): Promise<AlarmSpark[]> {
  const seen = await reading.visible(alarm, { match: { id: [...ids] } }).rows({ limit: MAX_SPARKS });
  const rows = await reading.find(alarm, { id: seen.map((one) => one.id) }, { limit: MAX_SPARKS });
  const wanted = await wantedOf(reading, rows);
  const points = await reading.sql.query<{ id: string; step: number; v: number | null }>(
    `select w.id::text as id, h.step, h.v from unnest($2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[]) as w(id, device_id, key, start_time)
     join iot_device d on d.tenant_id = $1 and d.id = w.device_id
     cross join lateral (
       select floor(extract(epoch from m.ts - w.start_time) / ${STEP_SEC})::int + ${RAISED_AT} as step,
         avg(case jsonb_typeof(m.data->w.key) when 'number' then (m.data->>w.key)::float8 when 'boolean' then (m.data->>w.key)::boolean::int::float8 end)::float8 as v
       from iot_telemetry m where m.tenant_id = $1 and m.device_id = w.device_id and m.ts >= greatest(w.start_time - make_interval(secs => ${RAISED_AT * STEP_SEC}), d.owned_since)
         and m.ts < w.start_time + make_interval(secs => ${(STEPS - RAISED_AT) * STEP_SEC}) group by 1) h`,
    [
      reading.tenantId,
      wanted.map((one) => one.id),
      wanted.map((one) => one.deviceId),
      wanted.map((one) => one.property.identifier),
      wanted.map((one) => one.startTime),
    ],
  );
  const byAlarm = Map.groupBy(points, (one) => one.id);
  return wanted.map(({ id, property, limit }) => {
    const steps = new Map((byAlarm.get(id) ?? []).map((one) => [one.step, one.v]));
    return {
      id,
      identifier: property.identifier,
      name: [property.name, property.nameEn ?? property.name],
      unit: unitOf(property),
      points: Array.from({ length: STEPS }, (_, at) => steps.get(at) ?? null),
      raisedAt: RAISED_AT,
      limit,
    };
  });
}
