import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { type CompiledRule, type StoredRule, compileRule } from '#business/iot/alarms/engine/compile-rule.rules.ts';
import { constantsOf, readRulesOf } from '#business/iot/alarms/engine/read-rules.server.ts';
import { storedMoments } from '#business/iot/alarms/dry-run/stored-moments.server.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { zoneOf } from '#business/iot/history/figures/zone.server.ts';
import { streamMessages } from '#business/iot/history/store/stream-messages.server.ts';
import { propertiesOf } from '#business/iot/values/current.server.ts';
import { withoutHold } from '../door/allowed.rules.ts';
import { WatchReplay, type WatchSeen } from './watch-replay.rules.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';

type Alarm = Row<typeof alarm>;
type Device = Row<typeof device>;

const AT_ONCE = 5000;
/**
 * Time before the watch from which messages are replayed too, because a rule may combine values of several messages.
 */
const PREPARES_MS = 3_600_000;

/** Span of a watch in milliseconds. It ends early if the device leaves the home. */
interface Watch {
  readonly from: number;
  readonly until: number;
  readonly isOver: boolean;
}

const NOTHING: WatchSeen = { faultAt: null, messages: 0, speaking: 0 };

async function watchOf(reading: Reading, row: Alarm, of: Device): Promise<Watch> {
  const hasLeft = (of.householdId ?? null) !== (row.householdId ?? null);
  const now = reading.now();
  const [watch] = await reading.sql.query<Watch>(
    `select (extract(epoch from w.since) * 1000)::float8 as "from", (extract(epoch from least(w.until, w.now, w.next)) * 1000)::float8 as until,
       w.until <= w.now or w.next is not null as "isOver"
     from (select $1::timestamptz as since, $2::timestamptz as until, $3::timestamptz as now, case when $4::timestamptz > $1::timestamptz then $4::timestamptz end as next) w`,
    [row.verifyFrom, row.verifyUntil ?? now, now, of.ownedSince ?? null],
  );
  return { ...watch, isOver: watch.isOver || hasLeft };
}

/**
 * Return the rule as it was when the alarm was raised. Old alarms did not store it; for them return the present rule.
 */
async function ruleOf({ sql, tenantId }: Reading, row: Alarm): Promise<StoredRule | undefined> {
  if (row.raisedBy) return row.raisedBy as unknown as StoredRule;
  return row.ruleId ? (await readRulesOf(sql, tenantId, [row.ruleId]))[0] : undefined;
}

/** Compile the rule so that one message or event shows the fault. Rules on absence retain their hold time. */
async function compiledOf(reading: Reading, rule: StoredRule, of: Device): Promise<CompiledRule> {
  const constants = constantsOf(await propertiesOf(reading.sql, reading.tenantId, of), of.extConfig);
  const compiled = compileRule(withoutHold(rule), constants);
  return compiled.kind === 'values' || compiled.kind === 'event'
    ? compiled
    : compileRule({ ...rule, schedule: null }, constants);
}

/** Return when an alarm of the same fault was raised within the watch, by any rule (milliseconds); null: none. */
async function raisedIn({ sql, tenantId }: Reading, row: Alarm, { from, until }: Watch): Promise<number | null> {
  const [found] = await sql.query<{ at: number | null }>(
    `select (extract(epoch from min(r.at)) * 1000)::float8 as at from (
       select case when a.id = $3 then a.fault_time else a.start_time end as at from ${alarmFacts} a where a.tenant_id = $1 and a.device_id = $2 and a.is_deleted = 0
         and (a.id = $3 or coalesce(a.trouble_code, a.rule_code) = $4) and a.household_id is not distinct from $5::bigint) r
     where r.at > to_timestamp($6::float8 / 1000) and r.at <= to_timestamp($7::float8 / 1000)`,
    [tenantId, row.deviceId, row.id, row.troubleCode ?? row.ruleCode, row.householdId ?? null, from, until],
  );
  return found.at;
}

async function replayed(reading: Reading, row: Alarm, of: Device, watch: Watch): Promise<WatchSeen> {
  const { sql, tenantId } = reading;
  const rule = await ruleOf(reading, row);
  if (!rule || watch.until < watch.from) return NOTHING;
  const compiled = await compiledOf(reading, rule, of);
  const before = row.valuesJson as Readonly<Record<string, unknown>> | null;
  const replay = new WatchReplay(compiled, { deviceId: of.id, zone: await zoneOf(sql), from: watch.from, before });
  const span = { tenantId, deviceId: of.id, from: watch.from - PREPARES_MS, until: watch.until };
  for await (const messages of streamMessages((work) => work(sql), span, AT_ONCE))
    for (const { ts, data } of messages) replay.message(ts, data);
  if (compiled.kind !== 'values' && compiled.kind !== 'silence')
    for await (const moments of storedMoments(sql, tenantId, compiled, { ...span, from: watch.from }))
      for (const moment of moments) replay.moment(moment);
  return replay.until(watch.until);
}

/** Replay the messages since the repair of an alarm. `isOver`: the watch has ended. */
export async function seenInWatch(reading: Reading, row: Alarm): Promise<WatchSeen & { readonly isOver: boolean }> {
  const [of] = row.deviceId ? await reading.find(device, { id: row.deviceId }, { first: 1 }) : [];
  if (!of || !row.verifyFrom) return { ...NOTHING, isOver: true };
  const watch = await watchOf(reading, row, of);
  const seen = await replayed(reading, row, of, watch);
  const raised = await raisedIn(reading, row, watch);
  const faultAt = raised === null ? seen.faultAt : Math.min(raised, seen.faultAt ?? raised);
  return { ...seen, faultAt, isOver: watch.isOver };
}
