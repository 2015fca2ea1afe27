import { brokenRows, type Invariant } from '#kernel/language/rooms/invariant.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
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
];
