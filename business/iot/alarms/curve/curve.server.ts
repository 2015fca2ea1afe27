import type { Row } from '#kernel/language/paper.ts';
import { implement, type OwnCall, type Reading } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { propertiesOf } from '../../values/current.server.ts';
import { longestSilence, unitOf } from '../../values/value-words.rules.ts';
import { ownedSinceOf } from '../../values/span.server.ts';
import { alarm } from '../alarm/alarm.paper.ts';
import { type StoredRule, compileRule } from '../engine/compile-rule.rules.ts';
import { constantsOf, readRulesOf } from '../engine/read-rules.server.ts';
import { type AlarmCurve, alarmCurve, alarmSparks } from './curve.calls.ts';
import { limitsOfRule } from './rule-limits.rules.ts';
import { drawnProperties } from './drawn-properties.rules.ts';
import { readSparks } from './sparks.server.ts';

type Alarm = Row<typeof alarm>;

const POINTS = 240;
const MINUTE = 60_000;

/** Return pairs of moment and mean of a property in equal steps; steps without a message are omitted. */
async function pointsOf(
  { sql, tenantId }: Reading,
  deviceId: string,
  identifier: string,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<(number | null)[][]> {
  const step = Math.max(1, Math.ceil((until - from) / 1000 / POINTS));
  const rows = await sql.query<{ t: number; v: number | null }>(
    `select (floor(extract(epoch from ts) / ${step}) * ${step} * 1000)::float8 as t, avg(case jsonb_typeof(data->$3) when 'number' then (data->>$3)::float8 when 'boolean' then (data->>$3)::boolean::int::float8 end)::float8 as v
     from iot_telemetry where tenant_id = $1 and device_id = $2 and ts >= to_timestamp($4::float8 / 1000) and ts <= to_timestamp($5::float8 / 1000) and data ? $3
     group by 1 order by 1 limit ${POINTS + 2}`,
    [tenantId, deviceId, identifier, from, until],
  );
  return rows.map(({ t, v }) => [t, v]);
}

/** Return the hold times of the rule: before the raise, and before the end. */
function holdsOf(
  rule: StoredRule | undefined,
  { level }: Alarm,
  properties: readonly SchemaAttribute[],
  { startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number | null },
): AlarmCurve['holds'] {
  if (!rule) return [];
  const { levels, clearHoldMs } = compileRule(rule, constantsOf(properties));
  const hold = levels.find((one) => one.level === level && one.mode === 'duration')?.holdMs ?? 0;
  return [
    ...(hold > 0 ? [{ kind: 'raise' as const, from: startedAt - hold, until: startedAt }] : []),
    ...(endedAt !== null && clearHoldMs > 0
      ? [{ kind: 'clear' as const, from: endedAt - clearHoldMs, until: endedAt }]
      : []),
  ];
}

const momentsOf = async (reading: Reading, row: Alarm, ownedSince: string | null | undefined) => {
  const [found] = await reading.sql.query<{ startedAt: number; endedAt: number | null; now: number; owned: number }>(
    `select (extract(epoch from $1::timestamptz) * 1000)::float8 as "startedAt", (extract(epoch from $2::timestamptz) * 1000)::float8 as "endedAt",
       (extract(epoch from $3::timestamptz) * 1000)::float8 as now, (coalesce(extract(epoch from $4::timestamptz), 0) * 1000)::float8 as owned`,
    [row.startTime ?? row.createTime, row.recoverTime ?? null, reading.now(), ownedSince ?? null],
  );
  return found;
};

/**
 * Return the curves of the properties of an alarm's rule, if the caller may see the alarm. Values from before the
 * present home got the device are omitted.
 */
async function readCurve(reading: Reading, id: string, minutes: number): Promise<AlarmCurve> {
  const [row] = await reading.visible(alarm).all([id]);
  const [of] = row.deviceId ? await reading.find(device, { id: row.deviceId }, { first: 1 }) : [];
  const moments = await momentsOf(reading, row, of && (await ownedSinceOf(reading, of)));
  const from = Math.max(moments.startedAt - minutes * MINUTE, moments.owned);
  const until = Math.min(moments.now, (moments.endedAt ?? moments.now) + minutes * MINUTE);
  const properties = of ? await propertiesOf(reading.sql, reading.tenantId, of) : [];
  const [rule] = row.ruleId ? await readRulesOf(reading.sql, reading.tenantId, [row.ruleId]) : [];
  const limits = rule ? limitsOfRule(rule, constantsOf(properties, of?.extConfig)) : [];
  const series: AlarmCurve['series'][number][] = [];
  for (const one of drawnProperties(rule, row.valuesJson, properties))
    series.push({
      identifier: one.identifier,
      name: [one.name, one.nameEn ?? one.name],
      unit: unitOf(one),
      silentSec: longestSilence(one),
      points: await pointsOf(reading, String(of.id), one.identifier, { from, until }),
      limits: limits
        .filter(({ identifier }) => identifier === one.identifier)
        .map(({ kind, level, op, value }) => ({ kind, level, op, value })),
    });
  return {
    id: row.id,
    deviceId: row.deviceId ?? '',
    from,
    until,
    startedAt: moments.startedAt,
    endedAt: moments.endedAt,
    holds: holdsOf(rule, row, properties, moments),
    series,
  };
}

/** Calls that return the curves of alarms. */
export const curveCalls: readonly OwnCall[] = [
  implement(alarmCurve, { read: ({ id, minutes }, reading) => readCurve(reading, id, minutes) }),
  implement(alarmSparks, { read: ({ ids }, reading) => readSparks(reading, ids) }),
];
