import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import { JUDGED_LATE } from './alarms/verdict/judged-late.rules.ts';
import { leftHome } from '#business/iot/alarms/alarm/left-home.rules.ts';
import { alarmFacts } from '#business/iot/alarms/alarm/alarm-facts.relation.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { telemetryFacts } from '#business/iot/history/store/telemetry-facts.relation.ts';

/** SQL: the property of a message that a comparison names, as a number. */
const messageValue = "(m.data->>(c->>'prop'))::float8";
const ruleValue = "(c->>'value')::float8";

/**
 * SQL: does a comparison hold for a message? Null if either side is not a number, or the operator is not listed here.
 */
const HOLDS = `case when jsonb_typeof(m.data->(c->>'prop')) = 'number' and jsonb_typeof(c->'value') = 'number' then case c->>'op'
  when 'gt' then ${messageValue} > ${ruleValue} when 'ge' then ${messageValue} >= ${ruleValue} when 'lt' then ${messageValue} < ${ruleValue} when 'le' then ${messageValue} <= ${ruleValue} when 'eq' then ${messageValue} = ${ruleValue} end end`;

/** Invariants of alarms: of their homes, and of the verdicts on repairs. */
export const invariants: readonly Invariant[] = [
  {
    code: 'AL1',
    paper: 'alarm',
    title: ['设备离开的家庭没有未结束的告警', 'A device that left a home has no open alarm there'],
    sql: `select a.id, a.alarm_no || ': ' || a.alarm_status as words from ${alarmFacts} a join ${deviceFacts} d on d.tenant_id = a.tenant_id and d.id = a.device_id
      where a.tenant_id = $1 and a.is_deleted = 0 and a.alarm_status in ('active', 'confirmed', 'recovered', 'suppressed') and a.alarm_type <> 'storm' and a.household_id is not null
        and ${leftHome('a.household_id', 'a.start_time')}`,
  },
  {
    code: 'AL2',
    paper: 'alarm',
    title: [
      '说修好的，观察期里没有故障的报文',
      'No message of the fault lies in the watch of a repair that is said to be fixed',
    ],
    sql: `select a.id, min(a.alarm_no) || ': ' || min(m.ts) as words from ${alarmFacts} a
      join ${telemetryFacts} m on m.tenant_id = a.tenant_id and m.device_id = a.device_id and m.ts > a.verify_from and m.ts <= a.verify_until
      where a.tenant_id = $1 and a.is_deleted = 0 and a.verdict = 'fixed' and a.verify_until > $2::timestamptz - interval '${JUDGED_LATE}' and a.raised_by is not null
        and exists (select 1 from jsonb_array_elements(a.raised_by->'createRules') r where coalesce(r->>'mode', 'simple') <> 'repeat'
          and jsonb_typeof(r->'condition'->'all') = 'array' and jsonb_array_length(r->'condition'->'all') > 0
          and not exists (select 1 from jsonb_array_elements(r->'condition'->'all') c where not coalesce(${HOLDS}, false)))
      group by a.id`,
  },
];
