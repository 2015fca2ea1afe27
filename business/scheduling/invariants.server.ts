import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import { logEndsInState } from '#business/masterdata/records/log-ends.rules.ts';

/** Invariants of clocks and leave. Source: after-sales design §15. */
export const invariants: readonly Invariant[] = [
  {
    code: 'D8A',
    paper: 'slaClock',
    title: ['按时达成的不晚于截止，超时的晚于截止', 'What is met was in time; what is breached was not'],
    sql: `select k.id, k.biz_no || ' ' || k.sla_kind || ': ' || k.sla_state as words from asslaclock k where k.tenant_id = $1 and k.is_deleted = 0 and ((k.sla_state = 'met' and (k.met_time is null or k.met_time > k.due_time)) or (k.sla_state = 'breached' and coalesce(k.met_time, $2::timestamptz) <= k.due_time))`,
  },
  {
    code: 'D8B',
    paper: 'slaClock',
    title: ['同一单同一时效至多一个在走的时钟', 'At most one open clock per order and kind'],
    sql: `select max(k.id) as id, max(k.biz_no) || ' ' || k.sla_kind as words from asslaclock k where k.tenant_id = $1 and k.is_deleted = 0 and k.met_time is null and k.sla_state <> 'cancelled' group by k.biz_type, k.biz_id, k.sla_kind having count(*) > 1`,
  },
  {
    code: 'D8C',
    paper: 'slaClock',
    title: ['到点的时钟已预警或超时', 'Clocks whose moment has come were told'],
    sql: `select k.id, k.biz_no || ' ' || k.sla_kind as words from asslaclock k where k.tenant_id = $1 and k.is_deleted = 0 and k.met_time is null and k.sla_state in ('running', 'warning') and k.due_time < $2::timestamptz - interval '10 minutes'`,
  },
  logEndsInState({
    code: 'D7G',
    paper: 'leaveForm',
    table: 'asleaveform',
    state: 'approve_status',
    bizType: 'leave',
    title: ['请假', 'leave request'],
  }),
];
