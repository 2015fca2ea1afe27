import { endingsOf, stateFieldOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, isDocument, lifeOf } from '#kernel/language/paper.ts';
import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import type { TechnicianTie } from './people/technician/technician-ties.server.ts';

interface StateEntry {
  readonly kind: string;
  readonly action: string;
  readonly to: string;
  readonly field: string;
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/**
 * Return the log entries that actions and tracks of a paper write about state fields other than that of its lifecycle.
 */
function trackEntries(paper: AnyPaper): StateEntry[] {
  const life = lifeOf(paper);
  const kind = String(paper.logAs);
  return [
    ...Object.entries(life.actions).flatMap(([action, of]) =>
      endingsOf(of).map((to) => ({ kind, action, to, field: stateFieldOf(life, of) })),
    ),
    ...life.tracks.flatMap(({ field, moves }) =>
      moves.filter(([from]) => from !== '*').map(([, to, action]) => ({ kind, action, to, field })),
    ),
  ].filter(({ field }) => field !== life.field);
}

/**
 * Return SQL of log entries that do not begin in the state in which the entry before ended. It covers documents with a
 * lifecycle. The entries of each state field form a chain of their own.
 */
function brokenChains(papers: ReadonlyMap<string, AnyPaper>): string {
  const logged = [...papers.values()].filter((paper) => isDocument(paper) && paper.logAs);
  const kinds = [...new Set(logged.map((paper) => text(String(paper.logAs))))];
  const tracks = logged
    .flatMap(trackEntries)
    .map(({ kind, action, to, field }) => `(${[kind, action, to, field].map(text).join(', ')})`);
  return `select l.id, l.biz_no || ': ' || l.was || ' ≠ ' || l.from_status || ' (' || l.action || ')' as words from (
      select l.*, lag(l.to_status) over (partition by l.biz_type, l.biz_id, s.field order by l.operate_time, l.id) as was from asactionlog l
      left join (select distinct * from (values ${tracks.join(', ')}) as v(kind, action, ending, field)) s on s.kind = l.biz_type and s.action = l.action and s.ending = l.to_status
      where l.tenant_id = $1 and l.is_deleted = 0 and l.to_status is not null and l.biz_type in (${kinds.join(', ')})) l
    where l.was is not null and l.from_status is not null and l.was <> l.from_status`;
}

/** Invariants of technicians and of the action log. Source: after-sales design §15. */
export const invariantsOf = (
  ties: readonly TechnicianTie[],
  papers: ReadonlyMap<string, AnyPaper>,
): readonly Invariant[] => [
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
  {
    code: 'D7X',
    paper: 'actionLog',
    title: ['操作记录首尾相接', 'Each step of the log begins where the one before it ended'],
    sql: brokenChains(papers),
  },
];
