import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';

const at = 'processLeave';

/** Return table, state column and pending state of a paper that a process may govern; empty if none may. */
function governedRows({ table, lifecycle }: AnyPaper): GovernedRows[] {
  if (!lifecycle?.governed) return [];
  const { field, governed, actions } = lifecycle;
  return [{ table, state: columnOf(field), pending: actions[governed.start].to, isSent: governed.optional === true }];
}

interface GovernedRows {
  readonly table: string;
  /** The column of the state, and the state (`pending`) of rows that wait for a decision by a process. */
  readonly state: string;
  readonly pending: string;
  /**
   * Whether rows reach that state only by sending them to a process, so that each of them must have a running instance.
   */
  readonly isSent: boolean;
}

const runsWhileWaiting = ({ table, state, pending, isSent }: GovernedRows): string =>
  `select i.id, '${table} ' || i.business_id || ' ' || coalesce(p.${state}, '') as words from wf_instance i left join ${table} p on p.tenant_id = $1 and p.id::text = i.business_id
         where i.tenant_id = $1 and i.business_table = '${table}' and i.ended_at is null and i.parent_id is null and (p.id is null or p.is_deleted = 1 or p.${state} <> '${pending}')
         union all select max(i.id), '${table} ' || i.business_id || ' × ' || count(*) from wf_instance i where i.tenant_id = $1 and i.business_table = '${table}' and i.ended_at is null and i.parent_id is null
         group by i.business_id having count(*) > 1${
           isSent
             ? ` union all select p.id, '${table} ' || p.id || ' ' || p.${state} from ${table} p where p.tenant_id = $1 and p.is_deleted = 0 and p.${state} = '${pending}'
         and not exists (select 1 from wf_instance i where i.tenant_id = $1 and i.business_table = '${table}' and i.business_id = p.id::text and i.ended_at is null)`
             : ''
         }`;

/** Invariants of processes, over the papers that they may govern. */
export const invariantsOfProcesses = (papers: readonly AnyPaper[]): readonly Invariant[] => [
  {
    code: 'WF1',
    paper: at,
    title: [
      '审批中的请假恰有一个运行中的流程',
      'A leave in approval has exactly one running process, and the other way round',
    ],
    sql: `select l.id, '审批中但没有运行中的流程 ' || l.id as words from blade_process_leave l where l.tenant_id = $1 and l.is_deleted = 0 and l.leave_state = 'running'
        and (select count(*) from wf_instance i where i.tenant_id = $1 and i.business_table = 'blade_process_leave' and i.business_id = l.id::text and i.ended_at is null) <> 1
      union all select i.id, '流程在运行但请假已结束 ' || i.id from wf_instance i join blade_process_leave l on l.tenant_id = $1 and l.id::text = i.business_id
        where i.tenant_id = $1 and i.business_table = 'blade_process_leave' and i.ended_at is null and l.leave_state <> 'running'`,
  },
  {
    code: 'WF1B',
    paper: at,
    title: [
      '运行中的审批流程对应待审批的单据',
      'A process that governs a document runs while that waits, and no longer',
    ],
    sql: papers.flatMap(governedRows).map(runsWhileWaiting).join(' union all '),
  },
  {
    code: 'WF2',
    paper: at,
    title: ['未完成任务有处理人、候选人或异常', 'An open task has somebody, candidates, or an incident'],
    sql: `select t.id, t.name as words from wf_task t where t.tenant_id = $1 and t.state = 'open' and t.assignee_id is null
        and not exists (select 1 from wf_task_candidate c where c.tenant_id = $1 and c.task_id = t.id)
        and not exists (select 1 from wf_incident n where n.tenant_id = $1 and n.task_id = t.id and n.resolved_at is null)
        and not exists (select 1 from wf_task b where b.tenant_id = $1 and b.parent_id = t.id and b.state = 'open')`,
  },
  {
    code: 'WF3',
    paper: at,
    title: [
      '执行、订阅与定时只属于运行中的实例',
      'Executions, subscriptions and jobs belong to running instances alone',
    ],
    sql: `select x.id, x.what as words from (
        select e.id, e.instance_id, '执行 execution' as what from wf_execution e where e.tenant_id = $1
        union all select s.id, s.instance_id, '订阅 subscription' from wf_subscription s where s.tenant_id = $1
        union all select j.id, j.instance_id, '定时 job' from wf_job j where j.tenant_id = $1
        union all select t.id, t.instance_id, '任务 task' from wf_task t where t.tenant_id = $1 and t.state = 'open') x
      where not exists (select 1 from wf_instance i where i.tenant_id = $1 and i.id = x.instance_id and i.ended_at is null)
      union all select i.id, '运行中但没有执行 running without an execution' from wf_instance i where i.tenant_id = $1 and i.ended_at is null
        and not exists (select 1 from wf_execution e where e.tenant_id = $1 and e.instance_id = i.id)`,
  },
  {
    code: 'WF4',
    paper: at,
    title: ['令牌所在节点存在于所部署的版本', 'Running steps exist in the deployed version'],
    sql: `select e.id, e.node_id as words from wf_execution e join wf_instance i on i.id = e.instance_id and i.tenant_id = $1
        join wf_definition d on d.id = i.definition_id and d.tenant_id = $1
      where e.tenant_id = $1 and e.node_id <> '' and (d.compiled -> 'nodes' -> e.node_id) is null`,
  },
  {
    code: 'WF5',
    paper: at,
    title: ['已关闭的任务有结束时间与结果', 'A closed task has an end and a decision or reason'],
    sql: `select t.id, t.name || ' ' || t.state as words from wf_task t where t.tenant_id = $1
        and (t.state <> 'open') <> (t.ended_at is not null and (t.decision <> '' or t.ended_reason <> '' or t.state = 'cancelled'))`,
  },
  {
    code: 'WF6',
    paper: at,
    title: ['无人审批本人提交的受控单据', 'No one decided their own request'],
    sql: `select t.id, t.name as words from wf_task t join wf_instance i on i.id = t.instance_id and i.tenant_id = $1
      where t.tenant_id = $1 and i.business_table = any('{${papers
        .flatMap(governedRows)
        .map(({ table }) => table)
        .join(',')}}') and t.decision in ('pass', 'reject') and t.ended_by = i.starter_id`,
  },
  {
    code: 'WF7',
    paper: at,
    title: [
      '运行中的流程有待办、定时、等待的事件或异常',
      'A running case has an open task, job, subscription or incident',
    ],
    sql: `select i.id, i.process_key || ' ' || i.title as words from wf_instance i where i.tenant_id = $1 and i.parent_id is null and i.ended_at is null
        and not exists (select 1 from wf_task t where t.tenant_id = $1 and t.root_id = i.id and t.state = 'open')
        and not exists (select 1 from wf_job j where j.tenant_id = $1 and j.root_id = i.id and not j.is_dead)
        and not exists (select 1 from wf_subscription s where s.tenant_id = $1 and s.root_id = i.id)
        and not exists (select 1 from wf_incident n join wf_instance c on c.id = n.instance_id and c.tenant_id = $1
          where n.tenant_id = $1 and c.root_id = i.id and n.resolved_at is null)`,
  },
  {
    code: 'WF8',
    paper: at,
    title: ['带计数的执行是多实例', 'An execution with a loop has the kind multi, and no other has one'],
    sql: `select e.id, e.node_id || ' ' || e.kind as words from wf_execution e where e.tenant_id = $1
        and (e.kind = 'multi') <> (e.loop is not null and e.loop <> 'null'::jsonb)`,
  },
];
