import type { AnswerOf, Page } from '#kernel/language/calls/shape.ts';
import { textIn } from '#kernel/language/label.ts';
import { type Context, type Reading, implement } from '#kernel/server';
import { commandOver, holdTree } from '../../command/run-command.server.ts';
import { refuse } from '../../refusals.ts';
import { rootOf } from '../../store/load-tree.server.ts';
import { writeAction } from '../../store/write-action.server.ts';
import { categoryName, wallMoment, nameSql, waitsForSql } from '../../work/flow-sql.server.ts';
import { contained, flowPage } from '../../work/work-lists.server.ts';
import {
  activateInstance,
  deleteInstance,
  followList,
  incidentList,
  retryIncidents,
  suspendInstance,
} from './follow.calls.ts';

type Following = AnswerOf<typeof followList>['records'][number];
type Incident = AnswerOf<typeof incidentList>['records'][number];

const isNumber = (text: string | null): boolean => text === null || /^\d{1,19}$/.test(text);

type FollowFilters = Readonly<
  Record<
    'processInstanceId' | 'processDefinitionKey' | 'executionId' | 'title' | 'person' | 'beginDate' | 'endDate',
    string | null
  >
> & { readonly current: number; readonly size: number; readonly stuck: boolean | null };

/** SQL of why an instance `i` is stuck: an open incident, or an overdue task. */
const STUCK = `case when exists (select 1 from wf_incident n where n.tenant_id = $1 and n.instance_id = i.id and n.resolved_at is null) then 'incident'
  when exists (select 1 from wf_task t where t.tenant_id = $1 and t.instance_id = i.id and t.state = 'open' and t.due_at < $6::timestamptz) then 'late' else '' end`;

/** SQL that joins the open tasks of an instance `i` as one row `w`: nodes, people, since when and until when. */
const waitingSql = `left join lateral (
  select string_agg(distinct t.name, '、') as nodes, string_agg(distinct nullif(${waitsForSql}, ''), '、') as people, min(t.created_at) as since, min(t.due_at) as due
  from wf_task t where t.tenant_id = $1 and t.instance_id = i.id and t.state = 'open') w on true`;

/** Return running instances, the newest first. */
function readFollowing(reading: Reading, asked: FollowFilters): Promise<Page<Following>> {
  // An invalid id matches no row.
  const isFindable = isNumber(asked.processInstanceId) && isNumber(asked.executionId);
  const values: unknown[] = [
    reading.tenantId,
    isFindable ? asked.processInstanceId || null : null,
    asked.processDefinitionKey || null,
    isFindable ? asked.executionId || null : null,
    isFindable,
    reading.now(),
  ];
  const put = (value: unknown): string => `$${values.push(value)}`;
  const like = (text: string): string => put(contained(text));
  const conditions = [
    'i.tenant_id = $1 and i.ended_at is null and ($2::bigint is null or i.id = $2) and ($3::text is null or d.key = $3)',
    '($4::bigint is null or i.id in (select e.instance_id from wf_execution e where e.tenant_id = $1 and e.id = $4)) and $5 and $6::timestamptz is not null',
    ...(asked.title ? [`i.title ilike ${like(asked.title)}`] : []),
    ...(asked.person ? [personSql(like(asked.person))] : []),
    ...(asked.beginDate ? [`i.started_at >= ${put(asked.beginDate)}::date`] : []),
    ...(asked.endDate ? [`i.started_at < ${put(asked.endDate)}::date + 1`] : []),
    ...(asked.stuck ? [`${STUCK} <> ''`] : []),
  ];
  const from = `from wf_instance i join wf_definition d on d.id = i.definition_id and d.tenant_id = $1`;
  const where = `where ${conditions.join(' and ')}`;
  return flowPage<Following>(reading, asked, {
    columns: `i.id::text as id, i.id::text as "executionId", i.id::text as "processInstanceId", d.key as "processDefinitionKey", d.id::text as "processDefinitionId",
      d.name as "processDefinitionName", case when i.state = 'suspended' then 2 else 1 end as "suspensionState", i.starter_id::text as "startUserId",
      ${nameSql('i.starter_id')} as "startUser", ${wallMoment('i.started_at')} as "startTime", d.category, ${categoryName('d.category', reading.language)} as "categoryName", i.title,
      coalesce(w.nodes, '') as "nodeName", coalesce(w.people, '') as "waitsFor", ${wallMoment('w.since')} as since, ${wallMoment('w.due')} as "dueTime", ${STUCK} as stuck`,
    from: `${from} ${waitingSql} ${where}`,
    counted: `${from} ${where}`,
    order: 'order by i.started_at desc, i.id desc',
    values,
  });
}

/**
 * SQL condition on an instance `i`: the name of its starter, or of those that an open task waits for, contains this
 * text.
 */
const personSql = (name: string): string =>
  `(${nameSql('i.starter_id')} ilike ${name} or exists (
     select 1 from wf_task t where t.tenant_id = $1 and t.instance_id = i.id and t.state = 'open' and ${waitsForSql} ilike ${name}))`;

async function readIncidents(
  reading: Reading,
  asked: { readonly current: number; readonly size: number; readonly processInstanceId: string | null },
): Promise<Page<Incident>> {
  const page = await flowPage<Incident>(reading, asked, {
    columns: `n.id::text as id, n.kind, n.instance_id::text as "processInstanceId", d.key as "processDefinitionKey", d.name as "processDefinitionName", i.title,
      n.node_id as "nodeId", coalesce(d.compiled -> 'nodes' -> n.node_id ->> 'name', '') as "nodeName", n.message, ${wallMoment('n.created_at')} as "createTime"`,
    from: `from wf_incident n join wf_instance i on i.id = n.instance_id and i.tenant_id = $1 join wf_definition d on d.id = i.definition_id and d.tenant_id = $1
      where n.tenant_id = $1 and n.resolved_at is null and ($2::bigint is null or n.instance_id = $2)`,
    order: 'order by n.created_at desc, n.id desc',
    values: [reading.tenantId, asked.processInstanceId],
  });
  return { ...page, records: page.records.map((one) => ({ ...one, message: textIn(one.message, reading.language) })) };
}

/** Lock a running instance and return its tree. Refuse one that has ended, or belongs to another company. */
async function holdRunning(context: Context, instanceId: string): Promise<Awaited<ReturnType<typeof holdTree>>> {
  const rootId = await rootOf(context.sql, context.tenantId, instanceId);
  if (!rootId) throw refuse.noInstance();
  const tree = await holdTree(context, rootId);
  if (!tree.instances.some((one) => one.id === instanceId)) throw refuse.instanceOver();
  return tree;
}

/** End an instance with its called instances. */
export async function terminateInstance(context: Context, instanceId: string, reason: string): Promise<void> {
  const tree = await holdRunning(context, instanceId);
  await commandOver(context, tree, { type: 'cancel', instanceId, reason, actorId: context.person.id });
  await writeAction(context, { instanceId, action: 'cancel', comment: reason });
}

/**
 * Suspend or activate an instance with its tasks and timers. Timers that came due meanwhile fire at activation, in
 * order.
 */
export async function setInstanceState(
  context: Context,
  instanceId: string,
  type: 'suspend' | 'activate',
): Promise<void> {
  const tree = await holdRunning(context, instanceId);
  const isSuspended = tree.instances.find((one) => one.id === instanceId)?.state === 'suspended';
  if (isSuspended === (type === 'suspend')) return;
  const { delta } = await commandOver(context, tree, { type, instanceId, actorId: context.person.id });
  const touched = delta.instances.changed.map((one) => one.id);
  await context.sql.query('update wf_job set is_held = $3 where tenant_id = $1 and instance_id = any($2::bigint[])', [
    context.tenantId,
    touched,
    type === 'suspend',
  ]);
  if (type === 'activate') context.comesDue('wf_job');
  await writeAction(context, { instanceId, action: type });
}

/** Set the due time of failed jobs to now, so that they run again; return their number. */
async function retry(context: Context, ids: readonly string[]): Promise<number> {
  const found = await context.sql.query<{ id: string; jobId: string | null; instanceId: string }>(
    `select id::text as id, job_id::text as "jobId", instance_id::text as "instanceId" from wf_incident
     where tenant_id = $1 and id = any($2::bigint[]) and resolved_at is null and kind = 'job' order by instance_id`,
    [context.tenantId, ids],
  );
  for (const { instanceId } of found) await holdRunning(context, instanceId);
  const jobs = found.flatMap((one) => one.jobId ?? []);
  await context.sql.query(
    'update wf_job set is_dead = false, tries = 0, due_at = $3 where tenant_id = $1 and id = any($2::bigint[])',
    [context.tenantId, jobs, context.now()],
  );
  await context.sql.query('update wf_incident set resolved_at = $3 where tenant_id = $1 and id = any($2::bigint[])', [
    context.tenantId,
    found.map((one) => one.id),
    context.now(),
  ]);
  for (const { instanceId } of found) await writeAction(context, { instanceId, action: 'retry' });
  context.comesDue('wf_job');
  return found.length;
}

export const followCalls = [
  implement(followList, { read: (asked, reading) => readFollowing(reading, asked) }),
  implement(incidentList, { read: (asked, reading) => readIncidents(reading, asked) }),
  implement(deleteInstance, {
    async write({ processInstanceId, deleteReason }, context) {
      await terminateInstance(context, processInstanceId, deleteReason);
      return { processInstanceId };
    },
  }),
  implement(suspendInstance, {
    async write({ processInstanceId }, context) {
      await setInstanceState(context, processInstanceId, 'suspend');
      return { processInstanceId };
    },
  }),
  implement(activateInstance, {
    async write({ processInstanceId }, context) {
      await setInstanceState(context, processInstanceId, 'activate');
      return { processInstanceId };
    },
  }),
  implement(retryIncidents, { write: async ({ ids }, context) => ({ retried: await retry(context, ids) }) }),
];
