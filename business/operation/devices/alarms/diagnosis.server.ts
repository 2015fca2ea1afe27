import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import type { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { valuesOfFault } from '#business/iot/alarms/curve/drawn-properties.rules.ts';
import { troubleCode } from '#business/iot/alarms/codes/trouble-code.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { thingModel } from '#business/iot/models/thing-model.paper.ts';
import { isNumericProperty } from '#business/iot/values/value-words.rules.ts';
import { propertiesOf } from '#business/iot/values/current.server.ts';
import { unitOf } from '#business/iot/values/value-words.rules.ts';
import { likelyCauses } from './insight/likely-causes.server.ts';
import { telemetryFacts } from '#business/iot/history/store/telemetry-facts.relation.ts';

type Alarm = Row<typeof alarm>;

const MAX_CURVES = 3;
const POINTS = 120;

/** The device of an alarm, its model, and its trouble code. */
export interface AlarmFacts {
  readonly of: Row<typeof device>;
  readonly model: Row<typeof thingModel>;
  readonly code: Row<typeof troubleCode> | null;
}

export async function factsOfAlarm(context: Reading, row: Alarm): Promise<AlarmFacts | null> {
  const [of] = row.deviceId ? await context.find(device, { id: row.deviceId }, { first: 1 }) : [];
  if (!of) return null;
  const [code] = row.troubleCodeId ? await context.find(troubleCode, { id: row.troubleCodeId }, { first: 1 }) : [];
  return { of, model: await context.get(thingModel, of.modelId), code: code ?? null };
}

interface Curve {
  readonly identifier: string;
  readonly name: string;
  readonly unit: string;
  readonly points: readonly (readonly [number, number | null])[];
}

/** Return the curves of the properties that show the fault, over the day before the alarm. */
async function curvesOf(context: Context, { of, code }: AlarmFacts, row: Alarm): Promise<Curve[]> {
  const properties = await propertiesOf(context.sql, context.tenantId, of);
  const drawn = valuesOfFault(code?.lookAt, row.valuesJson, properties).filter(isNumericProperty).slice(0, MAX_CURVES);
  const curves: Curve[] = [];
  for (const one of drawn) {
    const points = await context.sql.query<{ t: number; v: number | null }>(
      `select (extract(epoch from to_timestamp(floor(extract(epoch from ts) / 720) * 720)) * 1000)::float8 as t, avg((data->>$3)::float8) as v
       from ${telemetryFacts} where tenant_id = $1 and device_id = $2 and ts > $4::timestamptz - interval '24 hours' and ts >= coalesce($5::timestamptz, '-infinity') and ts <= $4::timestamptz
         and jsonb_typeof(data->$3) = 'number' group by 1 order by 1 limit ${POINTS}`,
      [context.tenantId, of.id, one.identifier, row.startTime, of.ownedSince ?? null],
    );
    curves.push({
      identifier: one.identifier,
      name: one.name,
      unit: unitOf(one),
      points: points.map(({ t, v }) => [t, v]),
    });
  }
  return curves;
}

/** Return what a repair request stores about its alarm: values, message, curves, remedy, parts, and probable causes. */
export async function diagnosisOf(context: Context, row: Alarm, facts: AlarmFacts): Promise<Record<string, unknown>> {
  const { of, model, code } = facts;
  return {
    alarmNo: row.alarmNo,
    deviceId: of.id,
    mac: of.mac,
    model: model.modelName,
    troubleCode: row.troubleCode,
    level: row.level,
    title: row.title,
    values: row.valuesJson,
    startedAt: row.startTime,
    frame: row.frame,
    curve: await curvesOf(context, facts, row),
    solution: code?.solutionZh ?? '',
    spareParts: code?.spareParts ?? [],
    likely: (await likelyCauses(context.sql, context.tenantId, row)).map(({ words: [zh], n, share }) => ({
      cause: zh,
      n,
      share,
    })),
  };
}
