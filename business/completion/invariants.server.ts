import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import { logEndsInState } from '#business/masterdata/records/log-ends.rules.ts';
import { dispatchFormFacts } from '#business/dispatch/dispatch-form/dispatch-form-facts.relation.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';

const OPEN_VISIT = "('pendingAccept', 'accepted', 'appointed', 'traveling', 'working', 'paused')";

/** Invariants of completions and their money. Source: after-sales design §15. */
export const invariants: readonly Invariant[] = [
  {
    code: 'D2C',
    paper: 'dispatchForm',
    title: [
      '派工单状态由其最新有效任务得出',
      'The state of a dispatch order follows from its newest visit that counts',
    ],
    sql: `select d.id, v.task_status || ' → ' || d.dispatch_status as words from ${dispatchFormFacts} d join lateral (select v.* from ${visitFacts} v where v.tenant_id = d.tenant_id and v.disp_id = d.id and v.is_deleted = 0
        and v.task_status not in ('transferred', 'refused', 'recalled', 'cancelled') and (v.sent_time is not null or v.task_status <> 'pendingAccept')
        and not exists (select 1 from ascompletionregistration c where c.tenant_id = v.tenant_id and c.dispatch_list_id = v.id and c.is_deleted = 0 and c.complete_status = 'redone') order by v.id desc limit 1) v on true
      where d.tenant_id = $1 and d.is_deleted = 0 and d.dispatch_status not in ('confirmed', 'cancelled')
        and d.dispatch_status <> case when v.task_status in ('traveling', 'working', 'paused') then 'inProgress' when v.task_status in ${OPEN_VISIT} then 'dispatched' when v.visit_result in ('done', 'remote', 'checkOnly', 'noFault', 'refusedPay') then 'completed' else d.dispatch_status end`,
  },
  {
    code: 'D6A',
    paper: 'completion',
    title: ['已提交的完工单有带结果的任务', 'A submitted completion has a visit with a result'],
    sql: `select c.id, c.completion_no as words from ascompletionregistration c left join ${visitFacts} v on v.id = c.dispatch_list_id and v.is_deleted = 0 where c.tenant_id = $1 and c.is_deleted = 0 and c.complete_status in ('submitted', 'confirmed') and v.visit_result is null`,
  },
  {
    code: 'D6B',
    paper: 'visit',
    title: [
      '任务至多一张有效完工单，作业后结束的恰有一张',
      'A visit has at most one live completion, and one when it ended after working',
    ],
    sql: `select v.id, v.task_no || ': ' || count(c.id) as words from ${visitFacts} v left join ascompletionregistration c on c.tenant_id = v.tenant_id and c.dispatch_list_id = v.id and c.is_deleted = 0 and c.complete_status <> 'redone'
      where v.tenant_id = $1 and v.is_deleted = 0 group by v.id, v.task_no, v.arrive_time, v.task_status having count(c.id) > 1
        or (v.arrive_time is not null and v.task_status in ('finished', 'partial', 'confirmed') and count(c.id) = 0 and not exists (select 1 from ascompletionregistration x where x.dispatch_list_id = v.id and x.is_deleted = 0))`,
  },
  {
    code: 'D6C',
    paper: 'visit',
    title: ['已确认的任务有足够的照片', 'A confirmed visit has the photos that were asked for'],
    sql: `select v.id, v.task_no || ' ' || k.classify_name || ': ' || count(a.id) || ' / ' || k.min_count as words from ${visitFacts} v join ${registrationFacts} r on r.id = v.registration_form_id
      join ascompletionannexclassify k on k.tenant_id = v.tenant_id and k.is_deleted = 0 and k.status = 1 and k.min_count > 0 and k.update_time <= v.finish_time and r.receipts_type = any(k.receipts_types) and (coalesce(cardinality(k.system_types), 0) = 0 or r.repair_type = any(k.system_types))
      left join ascompletionannexrelation a on a.tenant_id = v.tenant_id and a.dispatch_list_id = v.id and a.classify_id = k.id and a.is_deleted = 0
      where v.tenant_id = $1 and v.is_deleted = 0 and v.task_status = 'confirmed' and v.visit_result in ('done', 'checkOnly', 'noFault', 'refusedPay') group by v.id, v.task_no, k.id, k.classify_name, k.min_count having count(a.id) < k.min_count`,
  },
  {
    code: 'D6D',
    paper: 'completionAnnex',
    title: ['一张照片只证明一次服务', 'One photo proves one visit'],
    sql: `select a.id, v.task_no || ': ' || a.file_hash as words from ascompletionannexrelation a join ${visitFacts} v on v.id = a.dispatch_list_id where a.tenant_id = $1 and a.is_deleted = 0 and a.is_reused is not true
      and exists (select 1 from ascompletionannexrelation o where o.tenant_id = $1 and o.is_deleted = 0 and o.file_hash = a.file_hash and o.dispatch_list_id <> a.dispatch_list_id and o.id < a.id)`,
  },
  {
    code: 'M1',
    paper: 'completion',
    title: [
      '应收 = 人工 + 材料 + 里程 + 其他 − 优惠，其他费逐项有据',
      'Receivable = labour + material + mileage + other − discount, each other fee with a line',
    ],
    sql: `select c.id, c.completion_no || ': ' || coalesce(c.receivable_amount, 0) as words from ascompletionregistration c where c.tenant_id = $1 and c.is_deleted = 0 and c.complete_status in ('submitted', 'confirmed') and (
      coalesce(c.receivable_amount, 0) <> coalesce(c.labor_fee, 0) + coalesce(c.material_fee, 0) + coalesce(c.mileage_fee, 0) + coalesce(c.other_fee, 0) - coalesce(c.discount_amount, 0)
      or coalesce(c.material_fee, 0) <> (select coalesce(sum(s.amount), 0) from ascompletionsupplies s where s.tenant_id = $1 and s.completion_id = c.id and s.is_deleted = 0 and s.payer = 'customer')
      or coalesce(c.other_fee, 0) <> (select coalesce(sum(h.amount), 0) from ascompletioncharge h where h.tenant_id = $1 and h.completion_id = c.id and h.is_deleted = 0 and coalesce(h.payer, 'customer') = 'customer'))`,
  },
  {
    code: 'M7',
    paper: 'completion',
    title: [
      '保内由他人承担的费用不向客户收取，除非说明',
      'What another pays under the cover is not asked of the customer, unless somebody said why',
    ],
    sql: `select c.id, c.completion_no || ': ' || fee.name || ' ' || fee.amount as words from ascompletionregistration c
      cross join lateral (values ('labor', c.labor_fee), ('material', c.material_fee), ('mileage', c.mileage_fee), ('other', c.other_fee)) fee(name, amount)
      where c.tenant_id = $1 and c.is_deleted = 0 and c.complete_status in ('submitted', 'confirmed') and c.submit_time is not null
        and c.cover_fees ->> fee.name <> 'customer' and coalesce(fee.amount, 0) > 0 and coalesce(c.cover_explain, '') = ''`,
  },
  logEndsInState({
    code: 'D7E',
    paper: 'completion',
    table: 'ascompletionregistration',
    state: 'complete_status',
    bizType: 'completion',
    title: ['完工单', 'completion'],
  }),
];
