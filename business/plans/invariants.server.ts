import { brokenRows, type Invariant } from '#kernel/language/rooms/invariant.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { schemeSuppliesFacts } from '#business/contracts/parts/scheme-supplies-facts.relation.ts';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';

/** Invariants of maintenance plans. */
export const invariants: readonly Invariant[] = [
  brokenRows('planOccurrence', {
    code: 'P1',
    title: [
      '每个方案的每次保养只有一条计划，编号在总次数内',
      'Each visit of a contract is planned once, and its number is within the total',
    ],
    sql: `
    select min(p.id)::text as id, min(p.plan_no) as no, format('visit %s of %s planned %s times', p.occurrence_no, s.times_total, count(*)) as detail
    from asmaintain p join ${schemeFacts} s on s.tenant_id = p.tenant_id and s.id = p.scheme_id
    where p.tenant_id = $1 and p.is_deleted = 0 group by p.scheme_id, p.occurrence_no, s.times_total having count(*) > 1 or p.occurrence_no > s.times_total`,
  }),
  brokenRows('planOccurrence', {
    code: 'P3',
    title: [
      '已派工、已完成的计划与登记单状态一致',
      'Plans that are dispatched or done fit the state of their work order',
    ],
    sql: `
    select p.id::text as id, p.plan_no as no, format('%s while its work order is %s', p.plan_status, coalesce(r.register_status, 'missing')) as detail
    from asmaintain p left join ${registrationFacts} r on r.tenant_id = p.tenant_id and r.id = p.registration_form_id
    where p.tenant_id = $1 and p.is_deleted = 0 and (p.plan_status = 'dispatched' and coalesce(r.register_status, '') not in ('dispatched', 'inService', 'finished')
      or p.plan_status = 'done' and coalesce(r.register_status, '') not in ('confirmed', 'closed'))`,
  }),
  brokenRows('reminder', {
    code: 'R1',
    title: [
      '同一对象同一天只有一条提醒，键与类型、对象、日期一致',
      'One reminder for each type, subject and day, under the key of the three',
    ],
    sql: `
    select min(r.id)::text as id, min(r.remind_no) as no, format('%s: %s reminders', min(r.remind_key), count(*)) as detail from asremind r
    where r.tenant_id = $1 and r.is_deleted = 0 group by r.remind_type, r.target_id, r.due_date
    having count(*) > 1 or min(r.remind_key) <> r.remind_type || '#' || r.target_id || '#' || to_char(r.due_date, 'YYYY-MM-DD')`,
  }),
  brokenRows('reminder', {
    code: 'R2',
    title: [
      '已预警的耗材有未结束的提醒，未结束的耗材提醒有预警',
      'A consumable is warned of while its reminder is open, and only then',
    ],
    sql: `
    select r.id::text as id, r.remind_no as no, format('reminder %s, warning %s', r.remind_status, coalesce(p.warn_status, 'missing')) as detail from asremind r
    left join ${schemeSuppliesFacts} p on p.tenant_id = r.tenant_id and p.id = r.scheme_supplies_id and p.is_deleted = 0
    where r.tenant_id = $1 and r.is_deleted = 0 and r.remind_type = 'supplies' and r.remind_status in ('waiting', 'in', 'pushed', 'out') and p.warn_status is distinct from 'warned'
    union all
    select p.id::text, p.supplies_name, 'a warning without an open reminder' from ${schemeSuppliesFacts} p
    where p.tenant_id = $1 and p.is_deleted = 0 and p.warn_status = 'warned'
      and not exists (select from asremind r where r.tenant_id = p.tenant_id and r.scheme_supplies_id = p.id and r.is_deleted = 0 and r.remind_status in ('waiting', 'in', 'pushed', 'out'))`,
  }),
];
