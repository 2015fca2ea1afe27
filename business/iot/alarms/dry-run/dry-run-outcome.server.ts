import type { Label } from '#kernel/language/label.ts';
import { type Reading, inZone, raw, sql } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { propertyWords, unitOf } from '../../values/value-words.rules.ts';
import { alarm } from '../alarm/alarm.paper.ts';
import { compileRule } from '../engine/compile-rule.rules.ts';
import type { DryRunOutcome } from './dry-run.calls.ts';
import type { DryRunAsked } from './dry-run.calls.ts';
import { faultOrders } from './fault-orders.service.ts';
import { type FaultSeen, type JudgedFiring, judgedFirings, medianOf } from './judged.rules.ts';
import type { RuleRun } from './rule-run.server.ts';
import type { DeviceOfRun } from './run-devices.server.ts';
import type { RunRules } from './run-rules.server.ts';
import { NO_CONSTANTS } from '../engine/condition.rules.ts';

const MAX_SHOWN = 200;
const MAX_FAULTS = 5000;
const DAY_MS = 86_400_000;
const MINUTE = 60_000;

interface Ran {
  readonly asked: DryRunAsked;
  readonly rules: RunRules;
  readonly devices: readonly DeviceOfRun[];
  readonly run: RuleRun;
  readonly tookMs: number;
}

/**
 * Return the faults of the span that the rule should have detected: orders, and alarms of the same trouble code by
 * other rules. An alarm that became an order counts once.
 */
async function faultsSeen(reading: Reading, { rules, devices, run }: Ran): Promise<FaultSeen[]> {
  const deviceIds = devices.map((one) => one.id);
  const code = rules.draft.code?.code ?? null;
  const { from, until } = run.span;
  const orders = await reading.ask(faultOrders, { deviceIds, troubleCode: code, from, until });
  if (!code) return [...orders];
  const known = new Set(orders.flatMap((one) => one.alarmIds));
  const visible = await reading.visible(alarm, { query: { troubleCode: code } }).sql();
  const rows = await reading.sql.query<{ id: string; deviceId: string; at: number; no: string }>(
    sql`select t.id::text as id, t.device_id::text as "deviceId", (extract(epoch from t.start_time) * 1000)::float8 as at, t.alarm_no as no from iot_alarm t
     where ${visible} and t.device_id = any(${deviceIds}::bigint[]) and t.start_time between to_timestamp(${from}::float8 / 1000) and to_timestamp(${until}::float8 / 1000)
       and t.rule_id is distinct from ${rules.running?.id ?? null}::bigint order by t.start_time limit ${raw(MAX_FAULTS)}`,
  );
  const words: Label = [code, code];
  const alarms = rows
    .filter((one) => !known.has(one.id))
    .map(({ id, deviceId, at: seen, no }) => ({ deviceId, at: seen, no, to: `/iot/alarmRecord?id=${id}`, words }));
  return [...orders, ...alarms];
}

function figuresOf(
  firings: readonly JudgedFiring[],
  missed: readonly FaultSeen[],
  faults: number,
): DryRunOutcome['draft'] {
  const count = (verdict: JudgedFiring['verdict']): number => firings.filter((one) => one.verdict === verdict).length;
  const leads = firings.flatMap(({ start, followed }) => (followed ? [(followed.at - start) / MINUTE] : []));
  const lead = medianOf(leads);
  return {
    times: firings.length,
    devices: new Set(firings.map((one) => one.deviceId)).size,
    right: faults > 0 ? count('right') : null,
    suspect: faults > 0 ? count('suspect') : null,
    missed: faults > 0 ? missed.length : null,
    leadMinutes: lead === null ? null : Math.round(lead),
  };
}

function perDay({ run }: Ran): DryRunOutcome['perDay'] {
  const { from, until, zone } = run.span;
  const dayOf = (ms: number): string => inZone(ms, zone).slice(0, 10);
  const days = new Set<string>();
  for (let at = from; at < until; at += DAY_MS / 2) days.add(dayOf(at));
  days.add(dayOf(until));
  const count = (all: readonly { readonly start: number }[], day: string): number =>
    all.filter((one) => dayOf(one.start) === day).length;
  return [...days].map((day) => ({
    day,
    draft: count(run.draft, day),
    running: run.hasRunning ? count(run.running, day) : null,
  }));
}

/** Read the names of devices and homes. Devices that the caller may not see get empty names. */
async function namesOf(reading: Reading, ids: readonly string[]) {
  const unique = [...new Set(ids)];
  const rows =
    unique.length > 0 ? await reading.visible(device, { match: { id: unique } }).rows({ limit: unique.length }) : [];
  const byId = new Map(rows.map((one) => [one.id, one]));
  return (deviceId: string) => {
    const row = byId.get(deviceId);
    return {
      deviceId,
      deviceName: String(row?.deviceName ?? ''),
      householdId: String(row?.householdId ?? ''),
      home: String(row?._names?.householdId ?? ''),
    };
  };
}

/** Return a function that gives the value of the rule's first property at a firing, in words with its unit. */
function valueWords({ rules, devices }: Ran): (one: JudgedFiring) => Label {
  const [identifier] = compileRule(rules.draft, NO_CONSTANTS).properties;
  const byId = new Map(devices.map((one) => [one.id, one]));
  return ({ deviceId, values }) => {
    const property = byId.get(deviceId)?.properties.find((one) => one.identifier === identifier);
    if (!property || values[identifier] === undefined) return ['', ''];
    const [zh, en] = propertyWords(property, values[identifier]);
    const unit = unitOf(property);
    return unit ? [`${zh} ${unit}`, `${en} ${unit}`] : [zh, en];
  };
}

async function ownRulesOf({ sql, tenantId }: Reading, ruleId: string | null): Promise<number> {
  const [found] = await sql.query<{ n: number }>(
    'select count(*)::int as n from iot_alarm_rule where tenant_id = $1 and inherit_rule_id = $2::bigint and is_deleted = 0',
    [tenantId, ruleId],
  );
  return found.n;
}

/** Return the result of a finished run, with names of the devices that the caller may see. */
export async function readOutcome(reading: Reading, ran: Ran): Promise<DryRunOutcome> {
  const { run, devices, asked, tookMs } = ran;
  const { from, until } = run.span;
  const faults = await faultsSeen(reading, ran);
  const draft = judgedFirings(run.draft, faults, until);
  const running = run.hasRunning ? judgedFirings(run.running, faults, until) : null;
  const shown = draft.firings.toSorted((one, other) => other.start - one.start).slice(0, MAX_SHOWN);
  const missed = draft.missed.toSorted((one, other) => other.at - one.at).slice(0, MAX_SHOWN);
  const names = await namesOf(
    reading,
    [...shown, ...missed].map((one) => one.deviceId),
  );
  const value = valueWords(ran);
  const due = devices.reduce(
    (sum, { intervalSec, ownedSince }) => sum + (until - Math.max(from, ownedSince)) / (intervalSec * 1000),
    0,
  );
  const faultOf = ({ at, no, to, words }: FaultSeen) => ({ at, no, to, words });
  return {
    days: asked.days,
    daysThere: run.oldest === null ? 0 : Math.min(asked.days, Math.round(((until - run.oldest) / DAY_MS) * 10) / 10),
    devices: devices.length,
    messages: run.messages,
    coverage: due > 0 ? Math.min(1, Math.round((run.messages / due) * 1000) / 1000) : 0,
    tookMs,
    ownRules: await ownRulesOf(reading, asked.id),
    faults: faults.length,
    draft: figuresOf(draft.firings, draft.missed, faults.length),
    running: running && figuresOf(running.firings, running.missed, faults.length),
    perDay: perDay(ran),
    firings: shown.map((one) => ({
      ...names(one.deviceId),
      level: one.level,
      since: one.since,
      start: one.start,
      end: one.end,
      value: value(one),
      verdict: one.verdict,
      followed: one.followed && faultOf(one.followed),
    })),
    missed: missed.map((one) => ({ ...names(one.deviceId), followed: faultOf(one) })),
  };
}
