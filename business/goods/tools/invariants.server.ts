import { type Invariant, brokenRows } from '#kernel/language/rooms/invariant.ts';
import { wageLineFacts } from '#business/piecework/wages/facts/wage-line-facts.relation.ts';

const HELD =
  '(coalesce(d.out_qty, 0) - coalesce(d.return_qty, 0) - coalesce(d.lost_qty, 0) - coalesce(d.damage_qty, 0))';

/** Invariants of tools. */
export const toolInvariants: readonly Invariant[] = [
  brokenRows('tool', {
    code: 'T1',
    title: [
      '发放 = 归还 + 丢失 + 损坏 + 未还；可用 = 总数 − 未还 − 丢失 − 维修 − 报废 ≥ 0',
      'What was handed out is back, lost, damaged or held; a tool has the rest',
    ],
    sql: `
    select t.id::text as id, t.tool_code as no, format('total %s, out %s of lines %s, lost %s of lines %s, in repair %s, scrapped %s', t.total_qty, t.out_qty, x.held, t.lost_qty, x.lost, t.repair_qty, t.scrap_qty) as detail
    from astool t cross join lateral (select coalesce(sum(${HELD}), 0) as held, coalesce(sum(d.lost_qty), 0) as lost from astooldetails d where d.tenant_id = t.tenant_id and d.tool_id = t.id and d.is_deleted = 0) x
    where t.tenant_id = $1 and t.is_deleted = 0 and (coalesce(t.out_qty, 0) <> x.held or coalesce(t.lost_qty, 0) <> x.lost or least(coalesce(t.repair_qty, 0), coalesce(t.scrap_qty, 0)) < 0
      or t.total_qty - coalesce(t.out_qty, 0) - coalesce(t.lost_qty, 0) - coalesce(t.repair_qty, 0) - coalesce(t.scrap_qty, 0) < 0)
    union all
    select d.id::text, d.tool_name, format('more is back than %s', d.out_qty) from astooldetails d where d.tenant_id = $1 and d.is_deleted = 0 and ${HELD} < 0`,
  }),
  brokenRows('tool', {
    code: 'T2',
    title: [
      '单件工具至多在一条未还明细，持有人即该技师',
      'A single tool is in one open line, and its technician holds it',
    ],
    sql: `
    select t.id::text as id, t.tool_code as no, format('%s open lines, held by %s, state %s', x.n, t.holder_id, t.tool_status) as detail
    from astool t cross join lateral (select count(*) as n, min(a.technician_id) as holder from astooldetails d join astoolapply a on a.tenant_id = d.tenant_id and a.id = d.tool_apply_id where d.tenant_id = t.tenant_id and d.tool_id = t.id and d.is_deleted = 0 and ${HELD} > 0) x
    where t.tenant_id = $1 and t.is_deleted = 0 and t.track_mode = 'serial' and (x.n > 1 or t.holder_id is distinct from x.holder or (x.n = 1) <> (t.tool_status = 'out'))`,
  }),
  brokenRows('toolLine', {
    code: 'T3',
    title: ['每笔丢失赔偿恰有对应的工资扣款', 'Each compensation for a loss has its line of pay, once'],
    sql: `
    select d.id::text as id, d.tool_name as no, format('compensation %s, %s lines of pay', d.compensate_amount, x.n) as detail
    from astooldetails d cross join lateral (select count(*) as n from ${wageLineFacts} w where w.tenant_id = d.tenant_id and w.source_type = 'tool' and w.source_id = d.id and w.is_deleted = 0) x
    where d.tenant_id = $1 and d.is_deleted = 0 and ((coalesce(d.compensate_amount, 0) > 0) <> (x.n > 0) or x.n > coalesce(d.lost_qty, 0))`,
  }),
];
