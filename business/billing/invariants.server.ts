import { type Invariant, brokenRows } from '#kernel/language/rooms/invariant.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { actionLogFacts } from '#business/masterdata/records/action-log-facts.relation.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { dispatchFormFacts } from '#business/dispatch/dispatch-form/dispatch-form-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { crewMemberFacts } from '#business/dispatch/crew/crew-member-facts.relation.ts';

/** Invariants of collections. */
export const moneyInvariants: readonly Pick<Invariant, 'code' | 'title' | 'sql'>[] = [
  {
    code: 'M3',
    title: ['退款不超过实收', 'No more is given back than was taken'],
    sql: `
    select o.id::text as id, o.collect_no as no, format('received %s, refunded %s', o.amount, -sum(r.amount)) as detail
    from ascollectdetaileds o join ascollectdetaileds r on r.tenant_id = o.tenant_id and r.origin_collect_id = o.id and r.is_deleted = 0 and r.amount < 0
    where o.tenant_id = $1 and o.is_deleted = 0 group by o.id, o.collect_no, o.amount having -sum(r.amount) > o.amount
    union all
    select min(c.id)::text, min(c.collect_no), format('completion %s stands at %s', c.completion_id, sum(c.amount)) from ascollectdetaileds c
    where c.tenant_id = $1 and c.is_deleted = 0 and c.completion_id is not null group by c.completion_id having sum(c.amount) < 0`,
  },
  {
    code: 'M4',
    title: [
      '已审核者须已交款，审核人不是收款人，审核后不改动',
      'What is approved was handed over, by another than the collector approved, and never changed',
    ],
    sql: `
    select c.id::text as id, c.collect_no as no, case when c.transmit_status = 'none' then 'not handed over' else 'approved by the collector' end as detail
    from ascollectdetaileds c left join ${technicianFacts} t on t.id = c.technician_id
    where c.tenant_id = $1 and c.is_deleted = 0 and c.approval_status = 'approved' and (c.transmit_status = 'none' or c.approval_user in (t.user_id, c.create_user))
    union all
    select c.id::text, c.collect_no, 'changed after its approval' from ascollectdetaileds c
    join ${actionLogFacts} e on e.tenant_id = c.tenant_id and e.biz_type = 'collect' and e.biz_id = c.id and e.is_deleted = 0 and e.action = 'edit'
    cross join lateral jsonb_array_elements(e.changes) as x(change)
    where c.tenant_id = $1 and c.approval_status = 'approved' and x.change ->> 'field' in ('amount', 'receivableAmount', 'paymentTypeId', 'customerId', 'collectType')
      and e.id > (select max(a.id) from ${actionLogFacts} a where a.tenant_id = c.tenant_id and a.biz_type = 'collect' and a.biz_id = c.id and a.is_deleted = 0 and a.action in ('approve', 'payment'))`,
  },
  {
    code: 'M5',
    title: [
      '发票号码永不重复，有效发票金额等于各行之和，每行不超过实收',
      'Invoice numbers are used once; an invoice is the sum of its rows; no row carries more than it received',
    ],
    sql: `
    select min(i.id)::text as id, min(i.invoice_no) as no, format('%s invoices', count(*)) as detail from asinvoice i where i.tenant_id = $1 group by lower(i.invoice_no) having count(*) > 1
    union all
    select i.id::text, i.invoice_no, format('invoice %s, rows %s', i.invoice_amount, coalesce(sum(c.invoice_amount), 0))
    from asinvoice i left join ascollectdetaileds c on c.tenant_id = i.tenant_id and c.invoice_id = i.id and c.invoice_status = 'invoiced' and c.is_deleted = 0
    where i.tenant_id = $1 and i.is_deleted = 0 and i.invoice_state = 'issued' group by i.id, i.invoice_no, i.invoice_amount having coalesce(sum(c.invoice_amount), 0) <> i.invoice_amount
    union all
    select c.id::text, c.collect_no, format('invoiced %s of %s', c.invoice_amount, c.amount) from ascollectdetaileds c where c.tenant_id = $1 and c.is_deleted = 0 and c.invoice_status = 'invoiced' and c.invoice_amount > c.amount`,
  },
  {
    code: 'M9',
    title: ['技师在手现金不为负', 'No technician has less than no cash in hand'],
    sql: `
    select c.technician_id::text as id, max(t.real_name) as no, format('cash in hand %s', sum(c.amount)) as detail
    from ascollectdetaileds c left join ${technicianFacts} t on t.id = c.technician_id
    where c.tenant_id = $1 and c.is_deleted = 0 and c.transmit_status = 'none' group by c.technician_id having sum(c.amount) < 0`,
  },
];

/** Invariants of collections, invoices and their papers. Source: after-sales design §15. */
export const invariants: readonly Invariant[] = [
  {
    code: 'M2',
    paper: 'completion',
    title: ['实收 = 收款明细合计', 'Received = the sum of the collections'],
    sql: `select c.id, c.completion_no || ': ' || coalesce(c.practical_amount, 0) as words from ${completionFacts} c where c.tenant_id = $1 and c.is_deleted = 0
      and coalesce(c.practical_amount, 0) <> (select coalesce(sum(l.amount), 0) from ascollectdetaileds l where l.tenant_id = $1 and l.completion_id = c.id and l.is_deleted = 0)`,
  },
  {
    code: 'A1',
    paper: 'visit',
    title: ['单据与其上级属于同一公司', 'Documents and what they belong to are of one company'],
    sql: `select v.id, v.task_no as words from ${visitFacts} v left join ${dispatchFormFacts} d on d.id = v.disp_id and d.tenant_id = v.tenant_id where v.tenant_id = $1 and d.id is null
      union all select c.id, c.completion_no from ${completionFacts} c left join ${visitFacts} v on v.id = c.dispatch_list_id and v.tenant_id = c.tenant_id where c.tenant_id = $1 and v.id is null
      union all select m.id, m.collect_no from ascollectdetaileds m left join ${customerFacts} k on k.id = m.customer_id and k.tenant_id = m.tenant_id where m.tenant_id = $1 and m.customer_id is not null and k.id is null
      union all select d.id, d.disp_no from ${dispatchFormFacts} d left join ${registrationFacts} r on r.id = d.registration_form_id and r.tenant_id = d.tenant_id where d.tenant_id = $1 and r.id is null
      union all select c.id, c.technician_name from ${crewMemberFacts} c left join ${technicianFacts} t on t.id = c.technician_id and t.tenant_id = c.tenant_id where c.tenant_id = $1 and t.id is null`,
  },
  ...moneyInvariants.map((one) => brokenRows(one.code === 'M5' ? 'invoice' : 'collection', one)),
];
