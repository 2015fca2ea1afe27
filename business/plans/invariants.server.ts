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
  brokenRows('schemePush', {
    code: 'P5B',
    title: [
      '推送键唯一；计划的推送次数等于它的推送；已发的推送有消息',
      'Each push has its own key, visits count their pushes, and sent pushes have a message',
    ],
    sql: `
    select min(u.id)::text as id, min(u.push_no) as no, format('%s pushes of key %s', count(*), u.push_key) as detail
    from asschemepush u where u.tenant_id = $1 and u.is_deleted = 0 group by u.push_key having count(*) > 1
    union all
    select p.id::text, p.plan_no, format('counts %s of %s pushes', coalesce(p.push_count, 0), coalesce(x.pushes, 0))
    from asmaintain p left join (select u.plan_id, count(*) as pushes from asschemepush u where u.tenant_id = $1 and u.is_deleted = 0 and u.push_time is not null group by u.plan_id) x on x.plan_id = p.id
    where p.tenant_id = $1 and p.is_deleted = 0 and coalesce(p.push_count, 0) <> coalesce(x.pushes, 0)
    union all
    select u.id::text, u.push_no, format('%s without a message', u.push_status)
    from asschemepush u where u.tenant_id = $1 and u.is_deleted = 0 and u.push_status in ('sending', 'sent', 'read') and u.parcel_id is null and u.push_channel is distinct from 'todo'`,
  }),
];
