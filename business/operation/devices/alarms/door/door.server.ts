import { bilingual } from '#kernel/language/label.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { type StoredRule, compileRule } from '#business/iot/alarms/engine/compile-rule.rules.ts';
import { constantsOf, readRulesOf } from '#business/iot/alarms/engine/read-rules.server.ts';
import { Replay } from '#business/iot/alarms/dry-run/replay.rules.ts';
import { storedMoments } from '#business/iot/alarms/dry-run/stored-moments.server.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import type { SchemaAttribute } from '#business/iot/models/model-schema.rules.ts';
import { intervalOf, propertiesOf } from '#business/iot/values/current.server.ts';
import { withoutHold } from './allowed.rules.ts';
import type { DoorVerdict } from './door.calls.ts';
import { DOOR_MINUTES, type DoorCount, type FaultSpan, countAtDoor } from './door.rules.ts';
import { readingsOf } from './readings.server.ts';
import { NO_CONSTANTS } from '#business/iot/alarms/engine/condition.rules.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';
import { telemetryFacts } from '#business/iot/history/store/telemetry-facts.relation.ts';

type Alarm = Row<typeof alarm>;
type Device = Row<typeof device>;

const MINUTE = 60_000;
/** How far back messages are read, in milliseconds: enough to count ten minutes without the fault. */
const LOOKS_BACK_MS = 3 * 3_600_000;
const MAX_ALARMS = 10;
/** Time zone of the replay. It has no effect: the rule is replayed without its schedule (`withoutHold`). */
const NO_HOURS = 'UTC';

/** Moments of an alarm and its watch, in milliseconds. */
interface Moments {
  readonly now: number;
  readonly startedAt: number;
  readonly owned: number;
  readonly verifyFrom: number | null;
  readonly verifyUntil: number | null;
}

async function momentsOf(reading: Reading, row: Alarm, of: Device): Promise<Moments> {
  const [found] = await reading.sql.query<Moments>(
    `select (extract(epoch from $1::timestamptz) * 1000)::float8 as now, (extract(epoch from $2::timestamptz) * 1000)::float8 as "startedAt",
       (coalesce(extract(epoch from $3::timestamptz), 0) * 1000)::float8 as owned, (extract(epoch from $4::timestamptz) * 1000)::float8 as "verifyFrom",
       (extract(epoch from $5::timestamptz) * 1000)::float8 as "verifyUntil"`,
    [
      reading.now(),
      row.startTime ?? row.createTime,
      of.ownedSince ?? null,
      row.verifyFrom ?? null,
      row.verifyUntil ?? null,
    ],
  );
  return found;
}

/** Return the periods of the fault for rules that do not test values: those in which an alarm of the rule was open. */
const spansOfAlarms = ({ sql, tenantId }: Reading, row: Alarm, from: number): Promise<FaultSpan[]> =>
  sql.query<FaultSpan>(
    `select (extract(epoch from start_time) * 1000)::float8 as start, (extract(epoch from coalesce(recover_time, release_time)) * 1000)::float8 as "end" from ${alarmFacts}
     where tenant_id = $1 and device_id = $2 and rule_id = $3 and is_deleted = 0 and coalesce(recover_time, release_time, 'infinity') >= to_timestamp($4::float8 / 1000) order by start_time`,
    [tenantId, row.deviceId, row.ruleId, from],
  );

/** Return the values before the messages that are replayed: those of the alarm, updated by the last message before. */
async function valuesAt(
  { sql, tenantId }: Reading,
  row: Alarm,
  deviceId: string,
  at: number,
): Promise<Readonly<Record<string, unknown>>> {
  const [last] = await sql.query<{ data: Readonly<Record<string, unknown>> }>(
    `select data from ${telemetryFacts} where tenant_id = $1 and device_id = $2 and ts <= to_timestamp($3::float8 / 1000) and ts >= $4::timestamptz order by ts desc limit 1`,
    [tenantId, deviceId, at, row.startTime ?? row.createTime],
  );
  return { ...(row.valuesJson as Readonly<Record<string, unknown>> | null), ...last?.data };
}

interface Told {
  readonly faults: readonly FaultSpan[];
  readonly messages: readonly number[];
}

/**
 * Read recent messages: their moments, and the periods of the fault. Rules on values are replayed with the engine of
 * live alarms.
 */
async function toldOf(
  reading: Reading,
  row: Alarm,
  facts: {
    readonly rule: StoredRule | undefined;
    readonly properties: readonly SchemaAttribute[];
    readonly of: Device;
  },
  { from, now }: { readonly from: number; readonly now: number },
): Promise<Told> {
  const { rule, properties, of } = facts;
  const compiled = rule && compileRule(withoutHold(rule), constantsOf(properties, of.extConfig));
  const byValues = compiled?.kind === 'values' ? compiled : null;
  const source = byValues ?? { ...compileRule(EMPTY, NO_CONSTANTS), kind: 'silence' as const };
  const replay = byValues && new Replay(byValues, of.id, NO_HOURS);
  if (replay) {
    const values = await valuesAt(reading, row, of.id, from);
    replay.take({ ts: from, values, events: [], isOnline: null, isTick: false });
  }
  const messages: number[] = [];
  for await (const moments of storedMoments(reading.sql, reading.tenantId, source, {
    deviceId: of.id,
    from,
    until: now,
  }))
    for (const moment of moments) {
      messages.push(moment.ts);
      replay?.take(moment);
    }
  return { messages, faults: replay ? replay.until(now) : await spansOfAlarms(reading, row, from) };
}

const EMPTY: StoredRule = {
  id: '0',
  ruleCode: '',
  ruleName: '',
  ruleNameEn: null,
  scope: 'tenant',
  modelId: null,
  deviceId: null,
  alarmType: 'no_data',
  createRules: [],
  clearRule: null,
  schedule: null,
  suppression: null,
  notify: null,
  autoRepair: null,
  priority: null,
  inheritRuleId: null,
  disabled: false,
  code: null,
};

const restartWords = ({ restart }: DoorCount): Label => {
  if (!restart) return ['', ''];
  return restart.why === 'fault'
    ? ['故障又出现，重新计时', 'The fault came again: counted anew']
    : ['设备断开过，重新计时', 'The device was silent: counted anew'];
};

/** Return the verdict of telemetry on the repair of an alarm. Null: the device is gone, or it has no values. */
async function verdictOf(reading: Reading, row: Alarm): Promise<DoorVerdict | null> {
  const [of] = row.deviceId ? await reading.find(device, { id: row.deviceId }, { first: 1 }) : [];
  if (!of) return null;
  const moments = await momentsOf(reading, row, of);
  const { now } = moments;
  const [rule] = row.ruleId ? await readRulesOf(reading.sql, reading.tenantId, [row.ruleId]) : [];
  const properties = await propertiesOf(reading.sql, reading.tenantId, of);
  const from = Math.max(moments.startedAt - 1, now - LOOKS_BACK_MS, moments.owned - 1);
  const seen = await toldOf(reading, row, { rule, properties, of }, { from, now });
  const readings = await readingsOf(reading, { row, of, rule, properties });
  if (seen.messages.length === 0 && readings.every((one) => one.at === null)) return null;
  const reportSec = await intervalOf(reading.sql, reading.tenantId, of.modelId);
  const count = countAtDoor({ ...seen, reportSec, now });
  return {
    alarmId: row.id,
    alarmNo: String(row.alarmNo),
    title: bilingual(String(row.title)),
    level: String(row.level),
    deviceId: of.id,
    deviceName: of.deviceName,
    isHolding: count.isHolding,
    isConfirmed: count.filled >= DOOR_MINUTES,
    slots: Array.from({ length: DOOR_MINUTES }, (_, at) => at < count.filled),
    since: count.since,
    doneAt: count.since === null ? null : count.since + DOOR_MINUTES * MINUTE,
    restart: count.restart && { ...count.restart, words: restartWords(count) },
    heardAt: seen.messages.at(-1) ?? null,
    readings,
    after: { state: row.verdict ?? 'none', from: moments.verifyFrom, until: moments.verifyUntil },
  };
}

/** Return the alarms of the order of a visit, whether or not the caller may see them. */
export async function alarmsOfVisit(reading: Reading, visitId: string): Promise<Alarm[]> {
  const [of] = await reading.find(visit, { id: visitId }, { first: 1 });
  const [order] = of?.registrationFormId
    ? await reading.find(registration, { id: of.registrationFormId }, { first: 1 })
    : [];
  if (!order?.repairFormId) return [];
  const { repairFormId } = order;
  return [
    ...(await reading.find(alarm, { repairFormId }, { first: MAX_ALARMS })),
    ...(await reading.find(alarm, { reworkFormId: repairFormId }, { first: MAX_ALARMS })),
  ];
}

/** Return one verdict for each device and fault, on its newest alarm. */
export async function doorVerdicts(reading: Reading, rows: readonly Alarm[]): Promise<DoorVerdict[]> {
  const newest = new Map<string, Alarm>();
  for (const row of rows.toSorted((one, other) => (String(one.startTime) < String(other.startTime) ? -1 : 1)))
    newest.set(`${row.deviceId} ${row.troubleCode ?? row.ruleCode}`, row);
  const found: DoorVerdict[] = [];
  for (const row of newest.values()) {
    const verdict = await verdictOf(reading, row);
    if (verdict) found.push(verdict);
  }
  return found;
}

/** Return the verdicts for a visit or an alarm, on alarms that the caller may see. */
export async function readDoor(
  reading: Reading,
  input: { readonly visitId: string | null; readonly alarmId: string | null },
): Promise<DoorVerdict[]> {
  if (input.alarmId) return doorVerdicts(reading, await reading.visible(alarm).all([input.alarmId]));
  if (!input.visitId) return [];
  await reading.visible(visit).all([input.visitId]);
  const rows = await alarmsOfVisit(reading, input.visitId);
  const seen = await reading.visible(alarm, { match: { id: rows.map((one) => one.id) } }).rows({ limit: MAX_ALARMS });
  const ids = new Set(seen.map((one) => one.id));
  return doorVerdicts(
    reading,
    rows.filter((one) => ids.has(one.id)),
  );
}
