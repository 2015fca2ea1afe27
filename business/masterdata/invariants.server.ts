import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import type { TechnicianTie } from './people/technician/technician-ties.server.ts';

/** What always holds of technicians and of the action log. Source: after-sales design §15. */
export const invariantsOf = (ties: readonly TechnicianTie[]): readonly Invariant[] => [
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
  // Each step of the log begins where the one before it ended.
  {
    code: 'D7X',
    paper: 'actionLog',
    title: ['操作记录首尾相接', 'Each step of the log begins where the one before it ended'],
    sql: `select l.id, l.biz_no || ': ' || l.was || ' ≠ ' || l.from_status || ' (' || l.action || ')' as words from (select l.*, lag(l.to_status) over (partition by l.biz_type, l.biz_id order by l.operate_time, l.id) as was from asactionlog l
    where l.tenant_id = $1 and l.is_deleted = 0 and l.to_status is not null and l.biz_type in ('repair', 'registration', 'dispatch', 'task', 'completion', 'delay', 'leave', 'urge')) l where l.was is not null and l.from_status is not null and l.was <> l.from_status`,
  },
];
