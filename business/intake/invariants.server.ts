import type { Invariant } from '#kernel/language/invariant.ts';
import { logEndsInState } from '#business/masterdata/records/log-ends.rules.ts';

/** What always holds of requests and registrations. Source: after-sales design §15. */
export const invariants: readonly Invariant[] = [
  {
    code: 'D2B',
    paper: 'repairForm',
    title: ['报修单状态随登记单', 'The state of a repair request follows its work order'],
    sql: `select f.id, r.register_status || ' → ' || f.repair_status as words from asrepairform f join asregistrationform r on r.id = f.registration_form_id where f.tenant_id = $1 and f.is_deleted = 0
      and f.repair_status <> case r.register_status when 'registered' then 'accepted' when 'waiting' then 'accepted' when 'confirmed' then 'finished' else r.register_status end`,
  },
  {
    code: 'D8D',
    paper: 'registration',
    title: ['登记单显示的时效与其时钟一致', 'The SLA that a work order shows is that of its clocks'],
    sql: `select r.id, r.registration_no as words from asregistrationform r where r.tenant_id = $1 and r.is_deleted = 0 and r.sla_due is distinct from (select min(k.due_time) from asslaclock k where k.tenant_id = $1 and k.biz_type = 'registration' and k.biz_id = r.id and k.is_deleted = 0 and k.met_time is null and k.sla_state <> 'cancelled')`,
  },
  logEndsInState({
    code: 'D7A',
    paper: 'repairForm',
    table: 'asrepairform',
    state: 'repair_status',
    bizType: 'repair',
    title: ['报修单', 'repair request'],
  }),
  logEndsInState({
    code: 'D7B',
    paper: 'registration',
    table: 'asregistrationform',
    state: 'register_status',
    bizType: 'registration',
    title: ['登记单', 'work order'],
  }),
  logEndsInState({
    code: 'D7H',
    paper: 'urge',
    table: 'asurgevisit',
    state: 'urge_status',
    bizType: 'urge',
    title: ['催单', 'chaser'],
  }),
];
