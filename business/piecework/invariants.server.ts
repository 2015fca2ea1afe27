import { type Invariant, brokenRows } from '#kernel/language/rooms/invariant.ts';
import { paramFacts } from '#business/system/settings/param-facts.relation.ts';
import { paramDefaultFacts } from '#business/system/settings/param-default-facts.relation.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

const LIVE_LINE = "l.is_deleted = 0 and l.line_status in ('open', 'locked', 'paid')";
const number = (key: string, standard: string): string =>
  `coalesce((select nullif(m.param_value, '')::numeric from ${paramFacts} m where m.tenant_id = s.tenant_id and m.param_key = '${key}' and m.is_deleted = 0), (select nullif(d.param_value, '')::numeric from ${paramDefaultFacts} d where d.param_key = '${key}' and d.is_deleted = 0), ${standard})`;

const rules: readonly Pick<Invariant, 'code' | 'title' | 'sql'>[] = [
  {
    code: 'W1',
    title: [
      '每张已确认且有工序的完工单恰有一张有效计件单',
      'A confirmed completion with a process has exactly one live piece',
    ],
    sql: `
    select c.id, c.completion_no as no, 'live pieces: ' || count(p.id) as detail from ${completionFacts} c left join aspiecework p on p.completion_id = c.id and p.tenant_id = c.tenant_id and p.is_deleted = 0 and p.piece_status <> 'cancelled'
    where c.is_deleted = 0 group by c.id, c.completion_no, c.complete_status, c.tenant_id, c.piece_status having count(p.id) > 1 or (count(p.id) = 0 and c.complete_status = 'confirmed' and coalesce(c.piece_status, 'none') not in ('none', 'cancelled'))`,
  },
  {
    code: 'W2',
    title: ['计件单金额等于明细合计', 'A piece is the sum of its lines'],
    sql: `
    select p.id, p.piece_no as no, p.piece_amount || ' <> ' || coalesce(sum(l.amount), 0) as detail from aspiecework p left join aspieceworkcollect l on l.piece_id = p.id and l.tenant_id = p.tenant_id and l.is_deleted = 0
    where p.is_deleted = 0 group by p.id, p.piece_no, p.piece_amount having coalesce(p.piece_amount, 0) <> coalesce(sum(l.amount), 0)`,
  },
  {
    code: 'W2B',
    title: [
      '个人系数为 1 时，一道工序的金额等于其基数',
      'With personal factors of 1, a process is paid exactly once among the crew',
    ],
    sql: `
    select min(l.id) as id, max(p.piece_no) as no, sum(l.amount) || ' <> ' || round(max(l.qty * l.unit_price * coalesce(l.difficulty_coef, 1)), 2) as detail from aspieceworkcollect l join aspiecework p on p.id = l.piece_id and p.tenant_id = l.tenant_id and p.is_deleted = 0
    where l.is_deleted = 0 and l.unit_price is not null group by l.piece_id, l.piecework_process_id, l.completion_equipment_id
    having bool_and(coalesce(l.quality_coef, 1) = 1 and coalesce(l.time_coef, 1) = 1 and coalesce(l.piece_ratio, 1) = 1 and l.collect_source <> 'manual') and count(distinct l.standard_id) = 1 and count(distinct l.qty) = 1
      and not exists (select 1 from aspieceworkstandard s where s.id = max(l.standard_id) and s.tier_rule is not null) and sum(l.amount) <> round(max(l.qty * l.unit_price * coalesce(l.difficulty_coef, 1)), 2)`,
  },
  {
    code: 'W3',
    title: ['唯一键在有效行内唯一，作废行不在任何工资单', 'A source is paid once; voided lines are on no sheet'],
    sql: `
    select min(l.id) as id, l.line_key as no, 'live lines of one key: ' || count(*) as detail from aswageline l where ${LIVE_LINE} and l.line_key is not null group by l.tenant_id, l.line_key having count(*) > 1
    union all select l.id, l.source_no, l.line_status || ' on a sheet' from aswageline l where l.is_deleted = 0 and l.line_status in ('voided', 'draft', 'open') and l.wage_sheet_id is not null
    union all select l.id, l.source_no, 'locked without its sheet' from aswageline l left join aswagesheet s on s.id = l.wage_sheet_id and s.tenant_id = l.tenant_id and s.is_deleted = 0 and s.technician_id = l.technician_id and s.wage_period = l.wage_period where l.is_deleted = 0 and l.line_status in ('locked', 'paid') and s.id is null`,
  },
  {
    code: 'W4',
    title: ['工资单合计等于其明细，也等于各栏之和', 'A sheet is the sum of its lines and of its columns'],
    sql: `
    select s.id, s.wage_no as no, s.total_amount || ' <> ' || coalesce(sum(l.amount), 0) as detail from aswagesheet s left join aswageline l on l.wage_sheet_id = s.id and l.tenant_id = s.tenant_id and ${LIVE_LINE}
    where s.is_deleted = 0 group by s.id having coalesce(s.total_amount, 0) <> coalesce(sum(l.amount), 0)
      or coalesce(s.total_amount, 0) <> coalesce(s.base_amount, 0) + coalesce(s.piece_amount, 0) + coalesce(s.allowance_amount, 0) + coalesce(s.marketing_amount, 0) + coalesce(s.bonus_amount, 0) + coalesce(s.penalty_amount, 0) + coalesce(s.carry_amount, 0) + coalesce(s.min_wage_top_up, 0)`,
  },
  {
    code: 'W5',
    title: ['关账期间的计件与明细不再变化', 'What a closed period holds never changes'],
    sql: `
    select l.id, l.source_no as no, 'changed ' || l.update_time as detail from aswageline l join aswageperiod p on p.tenant_id = l.tenant_id and p.wage_period = l.wage_period and p.is_deleted = 0
    where l.is_deleted = 0 and p.period_status = 'closed' and (l.line_status not in ('paid', 'voided') or l.update_time > p.close_time)
    union all select w.id, w.piece_no, w.piece_status || ' in a closed period' from aspiecework w join aswageperiod p on p.tenant_id = w.tenant_id and p.wage_period = w.wage_period and p.is_deleted = 0 where w.is_deleted = 0 and p.period_status = 'closed' and w.piece_status <> 'settled'
    union all select c.id, w.piece_no, 'line changed ' || c.update_time from aspieceworkcollect c join aspiecework w on w.id = c.piece_id and w.tenant_id = c.tenant_id join aswageperiod p on p.tenant_id = w.tenant_id and p.wage_period = w.wage_period and p.is_deleted = 0 where p.period_status = 'closed' and c.update_time > p.close_time`,
  },
  {
    code: 'W6',
    title: [
      '未审核或取消的计件没有工资明细，已审核的恰有其明细',
      'Only approved pieces are paid, and exactly their lines',
    ],
    sql: `
    select p.id, p.piece_no as no, p.piece_status || ': ' || count(l.id) || ' of ' || count(c.id) as detail from aspiecework p join aspieceworkcollect c on c.piece_id = p.id and c.tenant_id = p.tenant_id and c.is_deleted = 0
      left join aswageline l on l.tenant_id = p.tenant_id and l.source_id = c.id and l.wage_line_type = 'piece' and ${LIVE_LINE} and l.amount = c.amount and l.technician_id = c.technician_id
    where p.is_deleted = 0 group by p.id, p.piece_no, p.piece_status having count(l.id) <> case when p.piece_status in ('approved', 'settled') then count(c.id) else 0 end`,
  },
  {
    code: 'W7',
    title: [
      '明细单价为完工日有效的标准，或有人工原因',
      'A price is that of the standard of the day, or has its reason',
    ],
    sql: `
    select c.id, p.piece_no as no, 'price ' || c.unit_price as detail from aspieceworkcollect c join aspiecework p on p.id = c.piece_id and p.tenant_id = c.tenant_id left join aspieceworkstandard s on s.id = c.standard_id and s.tenant_id = c.tenant_id
    where c.is_deleted = 0 and p.is_deleted = 0 and c.unit_price is not null and c.manual_reason is null
      and (s.id is null or s.unit_price <> c.unit_price or s.effective_from > p.finish_date or (s.effective_to < p.finish_date and s.update_time < p.create_time))`,
  },
  {
    code: 'W8',
    title: ['重放审核记录得到当前状态与金额', 'State and amount match the audit trail'],
    sql: `
    select p.id, p.piece_no as no, coalesce(r.to_status || ' ' || r.amount_after, 'no record') as detail from aspiecework p
      left join lateral (select a.to_status, a.amount_after from pieceworkauditrecord a where a.tenant_id = p.tenant_id and a.piece_id = p.id and a.is_deleted = 0 order by a.id desc limit 1) r on true
    where p.is_deleted = 0 and (r.to_status is distinct from p.piece_status or r.amount_after is distinct from p.piece_amount)
    union all select x.piece_id, x.piece_no, 'broken at ' || x.audit_action from (select a.*, lag(a.to_status) over w as was, lag(a.amount_after) over w as had from pieceworkauditrecord a where a.is_deleted = 0 window w as (partition by a.piece_id order by a.id)) x
    where x.was is distinct from x.from_status or (x.was is not null and x.had is distinct from x.amount_before)`,
  },
  {
    code: 'W9',
    title: [
      '赔偿扣款不超上限，最低工资保证，余额结转下期',
      'Damages keep to their cap, the minimum holds, the rest goes on',
    ],
    sql: `
    with s as (select s.*, t.employ_type, t.leave_date, coalesce(sum(l.amount) filter (where l.wage_line_type not in ('penalty', 'toolComp', 'lossComp', 'carry', 'topUp')), 0) as earned, coalesce(-sum(l.amount) filter (where l.wage_line_type = 'penalty'), 0) as penalty,
        coalesce(-sum(l.amount) filter (where l.wage_line_type in ('toolComp', 'lossComp') or l.wage_line_type = 'carry'), 0) as taken, coalesce(sum(l.amount) filter (where l.line_key like 'rest#%'), 0) as rest
      from aswagesheet s join ${technicianFacts} t on t.id = s.technician_id and t.tenant_id = s.tenant_id join aswageline l on l.wage_sheet_id = s.id and l.tenant_id = s.tenant_id and ${LIVE_LINE} where s.is_deleted = 0 group by s.id, t.employ_type, t.leave_date)
    select s.id, s.wage_no as no, 'taken ' || s.taken || ' of ' || s.earned || ', total ' || s.total_amount as detail from s
    where s.wage_status in ('draft', 'signing') and (s.taken < 0 or s.taken > greatest(0, s.earned * ${number('as.wage.deductCap', '0.20')}) or (s.employ_type = 'own' and s.leave_date is null and s.total_amount < ${number('as.wage.minWage', '2740')}))
    union all select s.id, s.wage_no, 'rest ' || s.rest || ' is not carried on' from s where s.rest > 0 and not exists (select 1 from aswageline n where n.tenant_id = s.tenant_id and n.is_deleted = 0 and n.line_key = 'carry#' || s.wage_period || '#' || s.technician_id and n.amount = -s.rest)`,
  },
  {
    code: 'W10',
    title: ['无人审核本班组计件，无人审批本人单据', 'Nobody audits their own crew or approves their own document'],
    sql: `
    select p.id, p.piece_no as no, 'audited by one of its crew' as detail from aspiecework p join aspieceworkcollect c on c.piece_id = p.id and c.tenant_id = p.tenant_id and c.is_deleted = 0 join ${technicianFacts} t on t.id = c.technician_id and t.tenant_id = p.tenant_id
    where p.is_deleted = 0 and p.piece_status in ('approved', 'settled') and p.check_user = t.user_id
    union all select l.id, l.source_no, 'approved by its author' from aswageline l where l.is_deleted = 0 and l.approve_user = l.create_user and l.line_key like 'entered#%'`,
  },
];

const papers: Readonly<Record<string, string>> = {
  W1: 'completion',
  W3: 'wageLine',
  W4: 'wageSheet',
  W5: 'wageLine',
  W9: 'wageSheet',
};

/** W1–W10: the invariants of piece-work and wages. */
export const invariants: readonly Invariant[] = rules.map((one) => brokenRows(papers[one.code] ?? 'piece', one));
