import { type Invariant, brokenRows } from '#kernel/language/invariant.ts';
import { ties } from '../people/technician/ties.rules.ts';
import { moneyInvariants } from '#business/billing/invariants.server.ts';

const LIVE_FORM = "d.is_deleted = 0 and d.dispatch_status <> 'cancelled'";
const OPEN_VISIT = "('pendingAccept', 'accepted', 'appointed', 'traveling', 'working', 'paused')";

const orders: readonly Invariant[] = [
  {
    code: 'D1A',
    paper: 'registration',
    title: ['一张登记单至多一张有效派工单', 'A registration has at most one live dispatch form'],
    sql: `select d.registration_form_id as id, count(*) || ' × ' || string_agg(d.dispatch_status, ', ') as words from asdispatchform d where d.tenant_id = $1 and ${LIVE_FORM} group by d.registration_form_id having count(*) > 1`,
  },
  {
    code: 'D1B',
    paper: 'dispatchForm',
    title: ['派工单的当前任务与其状态相符', 'The current visits of a dispatch form fit its state'],
    sql: `select d.id, d.dispatch_status || ': ' || count(v.id) as words from asdispatchform d left join dispatchlist v on v.tenant_id = d.tenant_id and v.disp_id = d.id and v.is_deleted = 0 and v.is_current
      where d.tenant_id = $1 and d.is_deleted = 0 group by d.id, d.dispatch_status having count(v.id) <> case when d.dispatch_status in ('dispatched', 'inProgress', 'completed') then 1 else 0 end`,
  },
  {
    code: 'D2A',
    paper: 'registration',
    title: ['登记单状态随派工单', 'The state of a registration follows its dispatch form'],
    sql: `select r.id, d.dispatch_status || ' → ' || r.register_status as words from asdispatchform d join asregistrationform r on r.id = d.registration_form_id where d.tenant_id = $1 and ${LIVE_FORM}
      and not (r.register_status = any(case d.dispatch_status when 'draft' then array['registered', 'waiting'] when 'dispatched' then array['dispatched'] when 'inProgress' then array['inService'] when 'onHold' then array['waiting'] when 'completed' then array['finished'] else array['confirmed', 'closed'] end))`,
  },
  {
    code: 'D2C',
    paper: 'dispatchForm',
    title: ['派工单状态由其最新有效任务得出', 'The state of a dispatch form follows from its newest visit that counts'],
    sql: `select d.id, v.task_status || ' → ' || d.dispatch_status as words from asdispatchform d join lateral (select v.* from dispatchlist v where v.tenant_id = d.tenant_id and v.disp_id = d.id and v.is_deleted = 0
        and v.task_status not in ('transferred', 'refused', 'recalled', 'cancelled') and (v.sent_time is not null or v.task_status <> 'pendingAccept')
        and not exists (select 1 from ascompletionregistration c where c.tenant_id = v.tenant_id and c.dispatch_list_id = v.id and c.is_deleted = 0 and c.complete_status = 'redone') order by v.id desc limit 1) v on true
      where d.tenant_id = $1 and d.is_deleted = 0 and d.dispatch_status not in ('confirmed', 'cancelled')
        and d.dispatch_status <> case when v.task_status in ('traveling', 'working', 'paused') then 'inProgress' when v.task_status in ${OPEN_VISIT} then 'dispatched' when v.visit_result in ('done', 'remote', 'checkOnly', 'noFault', 'refusedPay') then 'completed' else d.dispatch_status end`,
  },
  {
    code: 'D2B',
    paper: 'repairForm',
    title: ['报修单状态随登记单', 'The state of a repair form follows its registration'],
    sql: `select f.id, r.register_status || ' → ' || f.repair_status as words from asrepairform f join asregistrationform r on r.id = f.registration_form_id where f.tenant_id = $1 and f.is_deleted = 0
      and f.repair_status <> case r.register_status when 'registered' then 'accepted' when 'waiting' then 'accepted' when 'confirmed' then 'finished' else r.register_status end`,
  },
  {
    code: 'D3',
    paper: 'dispatchForm',
    title: ['班组恰有一名主修，分配比例合计为 1', 'A crew has one lead and its shares add up to 1'],
    sql: `select c.disp_id as id, count(*) filter (where c.crew_role = 'lead') || ' lead, Σ ' || sum(c.share_ratio) as words from asdispatchformdetails c where c.tenant_id = $1 and c.is_deleted = 0 and c.is_current
      group by c.disp_id having count(*) filter (where c.crew_role = 'lead') <> 1 or sum(c.share_ratio) <> 1`,
  },
  {
    code: 'D9',
    paper: 'registration',
    title: [
      '已取消的登记单没有未完任务、占用和计时',
      'A cancelled registration has no open visit, taken time or running clock',
    ],
    sql: `select r.id, r.registration_no as words from asregistrationform r where r.tenant_id = $1 and r.is_deleted = 0 and r.register_status = 'cancelled' and (
      exists (select 1 from dispatchlist v where v.tenant_id = $1 and v.registration_form_id = r.id and v.is_deleted = 0 and v.task_status in ${OPEN_VISIT})
      or exists (select 1 from asslaclock k where k.tenant_id = $1 and k.biz_id = r.id and k.is_deleted = 0 and k.met_time is null and k.sla_state <> 'cancelled')
      or exists (select 1 from dispatchlist v join asoccupancy o on o.dispatch_list_id = v.id where v.tenant_id = $1 and v.registration_form_id = r.id and o.is_open and o.is_deleted = 0))`,
  },
];

const visits: readonly Invariant[] = [
  {
    code: 'D4A',
    paper: 'visit',
    title: ['技师不同时在两处', 'Nobody is at two doors at once'],
    sql: `select max(v.id) as id, string_agg(v.task_no, ', ') as words from dispatchlist v where v.tenant_id = $1 and v.is_deleted = 0 and v.task_status in ('traveling', 'working', 'paused') group by v.technician_id having count(*) > 1`,
  },
  {
    code: 'D4B',
    paper: 'visit',
    title: ['有效占用不重叠，强制的除外', 'Taken times do not overlap unless forced'],
    sql: `select a.dispatch_list_id as id, left(a.occupy_from::text, 16) || ' × ' || left(b.occupy_from::text, 16) as words from asoccupancy a join asoccupancy b on b.tenant_id = a.tenant_id and b.technician_id = a.technician_id and b.id > a.id and b.is_open and b.is_deleted = 0 and not coalesce(b.forced, false)
        and b.occupy_from < a.occupy_to and b.occupy_to > a.occupy_from where a.tenant_id = $1 and a.is_open and a.is_deleted = 0 and not coalesce(a.forced, false)`,
  },
  {
    code: 'D4C',
    paper: 'leaveForm',
    title: ['请假期间没有任务占用', 'Nobody is taken while on leave'],
    sql: `select l.id, l.leave_no || ' × ' || left(o.occupy_from::text, 16) as words from asoccupancy o join asleaveform l on l.tenant_id = o.tenant_id and l.technician_id = o.technician_id and l.is_deleted = 0 and l.approve_status = 'approved'
        and l.start_time < o.occupy_to and l.end_time > o.occupy_from where o.tenant_id = $1 and o.is_open and o.is_deleted = 0`,
  },
  {
    code: 'D5A',
    paper: 'visit',
    title: ['任务各步时间有先后', 'The steps of a visit follow each other'],
    sql: `select v.id, v.task_no as words from dispatchlist v where v.tenant_id = $1 and v.is_deleted = 0 and not (coalesce(v.accept_time >= v.create_time - interval '1 minute', true) and coalesce(v.accept_time <= v.appoint_time, true) and coalesce(v.depart_time <= v.arrive_time, true)
        and coalesce(v.accept_time <= v.depart_time, true) and coalesce(v.arrive_time <= v.finish_time, true) and coalesce(v.finish_time <= v.confirm_time, true))`,
  },
  {
    code: 'D5B',
    paper: 'visit',
    title: ['路途、作业、暂停分钟合计为出发到完成', 'Travel, work and pause add up from departure to finish'],
    sql: `select v.id, v.travel_minutes || ' + ' || v.work_minutes || ' + ' || v.pause_minutes as words from dispatchlist v where v.tenant_id = $1 and v.is_deleted = 0 and v.finish_time is not null and v.work_minutes is not null
        and abs(coalesce(v.travel_minutes, 0) + v.work_minutes + coalesce(v.pause_minutes, 0) - floor(extract(epoch from v.finish_time - coalesce(v.depart_time, v.arrive_time, v.finish_time)) / 60)) > 1`,
  },
  {
    code: 'D6A',
    paper: 'completion',
    title: ['已提交的完工单有带结果的任务', 'A submitted completion has a visit with a result'],
    sql: `select c.id, c.completion_no as words from ascompletionregistration c left join dispatchlist v on v.id = c.dispatch_list_id and v.is_deleted = 0 where c.tenant_id = $1 and c.is_deleted = 0 and c.complete_status in ('submitted', 'confirmed') and v.visit_result is null`,
  },
  {
    code: 'D6B',
    paper: 'visit',
    title: [
      '任务至多一张有效完工单，作业后结束的恰有一张',
      'A visit has at most one live completion, and one when it ended after working',
    ],
    sql: `select v.id, v.task_no || ': ' || count(c.id) as words from dispatchlist v left join ascompletionregistration c on c.tenant_id = v.tenant_id and c.dispatch_list_id = v.id and c.is_deleted = 0 and c.complete_status <> 'redone'
      where v.tenant_id = $1 and v.is_deleted = 0 group by v.id, v.task_no, v.arrive_time, v.task_status having count(c.id) > 1
        or (v.arrive_time is not null and v.task_status in ('finished', 'partial', 'confirmed') and count(c.id) = 0 and not exists (select 1 from ascompletionregistration x where x.dispatch_list_id = v.id and x.is_deleted = 0))`,
  },
];

const proofs: readonly Invariant[] = [
  {
    code: 'D6C',
    paper: 'visit',
    title: ['已确认的任务有足够的照片', 'A confirmed visit has the photos that were asked for'],
    sql: `select v.id, v.task_no || ' ' || k.classify_name || ': ' || count(a.id) || ' / ' || k.min_count as words from dispatchlist v join asregistrationform r on r.id = v.registration_form_id
      join ascompletionannexclassify k on k.tenant_id = v.tenant_id and k.is_deleted = 0 and k.status = 1 and k.min_count > 0 and k.update_time <= v.finish_time and r.receipts_type = any(k.receipts_types) and (coalesce(cardinality(k.system_types), 0) = 0 or r.repair_type = any(k.system_types))
      left join ascompletionannexrelation a on a.tenant_id = v.tenant_id and a.dispatch_list_id = v.id and a.classify_id = k.id and a.is_deleted = 0
      where v.tenant_id = $1 and v.is_deleted = 0 and v.task_status = 'confirmed' and v.visit_result in ('done', 'checkOnly', 'noFault', 'refusedPay') group by v.id, v.task_no, k.id, k.classify_name, k.min_count having count(a.id) < k.min_count`,
  },
  {
    code: 'D10',
    paper: 'visit',
    title: ['待上门的技师在职且证书有效，强制的除外', 'Who is to come is employed and certified, unless forced'],
    sql: `select v.id, v.task_no || ' ' || t.real_name as words from dispatchlist v join astechnician t on t.id = v.technician_id join asregistrationform r on r.id = v.registration_form_id
      where v.tenant_id = $1 and v.is_deleted = 0 and v.task_status in ('accepted', 'appointed', 'traveling') and (t.status = 0 or t.technician_status = 'left' or (not coalesce(v.forced, false)
        and exists (select 1 from unnest(r.required_skill_ids) need(id) join asskill k on k.id = need.id and k.need_certificate where not exists (select 1 from jsonb_array_elements(t.skills) h where h ->> 'skillId' = need.id::text and coalesce(nullif(h ->> 'expireDate', '')::date, 'infinity'::date) >= v.plan_start::date))))`,
  },
];

/** The last step in the log ends in the stored state. */
const logEnds = (paper: string, table: string, state: string, bizType: string): string =>
  `select t.id, l.to_status || ' ≠ ' || t.${state} as words from ${table} t join lateral (select to_status from asactionlog l where l.tenant_id = t.tenant_id and l.biz_id = t.id and l.biz_type = '${bizType}' and l.is_deleted = 0 and l.to_status is not null order by l.operate_time desc, l.id desc limit 1) l on true
   where t.tenant_id = $1 and t.is_deleted = 0 and l.to_status <> t.${state}`;

const logged: readonly Invariant[] = (
  [
    ['repairForm', 'asrepairform', 'repair_status', 'repair', '报修单', 'repair form'],
    ['registration', 'asregistrationform', 'register_status', 'registration', '登记单', 'registration'],
    ['dispatchForm', 'asdispatchform', 'dispatch_status', 'dispatch', '派工单', 'dispatch form'],
    ['visit', 'dispatchlist', 'task_status', 'task', '任务', 'visit'],
    ['completion', 'ascompletionregistration', 'complete_status', 'completion', '完工单', 'completion'],
    ['delay', 'asdelayworkregistration', 'approve_status', 'delay', '延期', 'delay'],
    ['leaveForm', 'asleaveform', 'approve_status', 'leave', '请假', 'leave form'],
    ['urge', 'asurgevisit', 'urge_status', 'urge', '催单', 'urge'],
  ] as const
).map(([paper, table, state, bizType, zh, en], at): Invariant => ({
  code: `D7${'ABCDEFGH'[at]}`,
  paper,
  title: [`${zh}的操作记录止于其状态`, `The log of a ${en} ends in its state`],
  sql: logEnds(paper, table, state, bizType),
}));

/** Each step of the log begins where the one before it ended. */
const unbroken: Invariant = {
  code: 'D7X',
  paper: 'actionLog',
  title: ['操作记录首尾相接', 'Each step of the log begins where the one before it ended'],
  sql: `select l.id, l.biz_no || ': ' || l.was || ' ≠ ' || l.from_status || ' (' || l.action || ')' as words from (select l.*, lag(l.to_status) over (partition by l.biz_type, l.biz_id order by l.operate_time, l.id) as was from asactionlog l
    where l.tenant_id = $1 and l.is_deleted = 0 and l.to_status is not null and l.biz_type in ('repair', 'registration', 'dispatch', 'task', 'completion', 'delay', 'leave', 'urge')) l where l.was is not null and l.from_status is not null and l.was <> l.from_status`,
};

const clocks: readonly Invariant[] = [
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
  {
    code: 'D8D',
    paper: 'registration',
    title: ['登记单显示的时效与其时钟一致', 'The SLA that a registration shows is that of its clocks'],
    sql: `select r.id, r.registration_no as words from asregistrationform r where r.tenant_id = $1 and r.is_deleted = 0 and r.sla_due is distinct from (select min(k.due_time) from asslaclock k where k.tenant_id = $1 and k.biz_type = 'registration' and k.biz_id = r.id and k.is_deleted = 0 and k.met_time is null and k.sla_state <> 'cancelled')`,
  },
];

/** The money of a completion is the sum of what it is made of. */
const money: readonly Invariant[] = [
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
    code: 'M2',
    paper: 'completion',
    title: ['实收 = 收款明细合计', 'Received = the sum of the collections'],
    sql: `select c.id, c.completion_no || ': ' || coalesce(c.practical_amount, 0) as words from ascompletionregistration c where c.tenant_id = $1 and c.is_deleted = 0
      and coalesce(c.practical_amount, 0) <> (select coalesce(sum(l.amount), 0) from ascollectdetaileds l where l.tenant_id = $1 and l.completion_id = c.id and l.is_deleted = 0)`,
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
  ...moneyInvariants.map((one) => brokenRows(one.code === 'M5' ? 'invoice' : 'collection', one)),
];

/** A paper and what it points at are of one company. */
const access: readonly Invariant[] = [
  {
    code: 'A1',
    paper: 'visit',
    title: ['单据与其上级属于同一公司', 'Papers and what they belong to are of one company'],
    sql: `select v.id, v.task_no as words from dispatchlist v left join asdispatchform d on d.id = v.disp_id and d.tenant_id = v.tenant_id where v.tenant_id = $1 and d.id is null
      union all select c.id, c.completion_no from ascompletionregistration c left join dispatchlist v on v.id = c.dispatch_list_id and v.tenant_id = c.tenant_id where c.tenant_id = $1 and v.id is null
      union all select m.id, m.collect_no from ascollectdetaileds m left join ascustomer k on k.id = m.customer_id and k.tenant_id = m.tenant_id where m.tenant_id = $1 and m.customer_id is not null and k.id is null
      union all select d.id, d.disp_no from asdispatchform d left join asregistrationform r on r.id = d.registration_form_id and r.tenant_id = d.tenant_id where d.tenant_id = $1 and r.id is null
      union all select c.id, c.technician_name from asdispatchformdetails c left join astechnician t on t.id = c.technician_id and t.tenant_id = c.tenant_id where c.tenant_id = $1 and t.id is null`,
  },
  {
    code: 'P1',
    paper: 'smsLog',
    title: ['消息不重复发送，退订后不再发送', 'No message is sent twice, and none after opting out'],
    sql: `select max(l.id) as id, l.dedupe_key as words from assmslog l where l.tenant_id = $1 and l.is_deleted = 0 and l.dedupe_key is not null group by l.dedupe_key having count(*) > 1
      union all select l.id, l.sms_scene from assmslog l join assmsoptout o on o.tenant_id = l.tenant_id and o.phone = l.phone and o.is_deleted = 0 where l.tenant_id = $1 and l.sms_status in ('waiting', 'sent', 'arrived') and l.create_time > o.create_time`,
  },
];

const people: readonly Invariant[] = [
  {
    code: 'T4',
    paper: 'technician',
    title: [
      '停用的技师没有未完任务、库存、未交款和未结工资',
      'A disabled technician has no open visit, stock, cash or wage',
    ],
    sql: `select t.id, t.real_name || ': ' || string_agg(distinct tie.words, ', ') as words from astechnician t join (${ties.map(({ words, sql }) => `select technician_id, '${words[0]}' as words from (${sql}) one`).join(' union all ')}) tie on tie.technician_id = t.id
      where t.tenant_id = $1 and t.is_deleted = 0 and t.status = 0 group by t.id, t.real_name`,
  },
];

/** What always holds of orders, visits, completions, clocks and messages. Source: after-sales design §15. */
export const invariants: readonly Invariant[] = [
  ...orders,
  ...visits,
  ...proofs,
  ...logged,
  unbroken,
  ...clocks,
  ...money,
  ...people,
  ...access,
];
