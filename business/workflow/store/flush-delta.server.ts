import type { Context } from '#kernel/server';
import type { ActivityChange, Delta, RowChanges } from '../engine/state/delta.rules.ts';
import {
  activityFields,
  candidateFields,
  executionFields,
  instanceFields,
  jobFields,
  subscriptionFields,
  taskFields,
} from './stored-rows.rules.ts';
import { type TableStatements, statementsOf } from './stored-table.rules.ts';

const instances = statementsOf('wf_instance', instanceFields, {
  fixed: [
    'rootId',
    'parentId',
    'parentExecutionId',
    'definitionId',
    'processKey',
    'starterId',
    'starterDeptId',
    'startedAt',
  ],
  hasRoot: false,
});
const executions = statementsOf('wf_execution', executionFields, { fixed: ['instanceId', 'kind'] });
const tasks = statementsOf('wf_task', taskFields, {
  fixed: ['instanceId', 'definitionId', 'nodeId', 'createdAt', 'formKey'],
});
const candidates = statementsOf('wf_task_candidate', candidateFields, { hasRoot: false });
const subscriptions = statementsOf('wf_subscription', subscriptionFields, { fixed: ['instanceId', 'kind'] });
const jobs = statementsOf('wf_job', jobFields, { fixed: ['instanceId', 'kind'] });
const activities = statementsOf('wf_activity', activityFields);

const UNCLAIMABLE = 'delete from wf_task_candidate where tenant_id = $2 and task_id = any($1::bigint[])';

/** Fields that a change does not name stay; one that it sets to nothing is named as well. */
const ENDED = `update wf_activity t set
    ended_at = case when r ? 'endedAt' then to_timestamp((r->>'endedAt')::float8 / 1000.0) else t.ended_at end,
    state = coalesce(r->>'state', t.state), reason = coalesce(r->>'reason', t.reason),
    assignee_id = case when r ? 'assigneeId' then (r->>'assigneeId')::bigint else t.assignee_id end,
    task_id = case when r ? 'taskId' then (r->>'taskId')::bigint else t.task_id end,
    called_instance_id = case when r ? 'calledInstanceId' then (r->>'calledInstanceId')::bigint else t.called_instance_id end
  from jsonb_array_elements($1::jsonb) r where t.id = (r->>'id')::bigint and t.tenant_id = $2`;

const ending = { changing: `${ENDED} and t.id = any($3::bigint[])`, changingOne: `${ENDED} and t.id = $3::bigint` };

type Sent = readonly [text: string, rows: readonly unknown[], values: readonly unknown[]];

/** Most commands change one row of a table: that is found by its key, whatever PostgreSQL knows of the table. */
const changing = (
  of: Pick<TableStatements, 'changing' | 'changingOne'>,
  rows: readonly { readonly id: string }[],
  tenantId: string,
): Sent =>
  rows.length === 1
    ? [of.changingOne, rows, [JSON.stringify(rows), tenantId, rows[0].id]]
    : [of.changing, rows, [JSON.stringify(rows), tenantId, rows.map((one) => one.id)]];

/** Writes what a command changed: at most three statements a table, none for what did not change, all sent in one piece. Answers how many. */
export async function flushDelta(context: Context, rootId: string, delta: Delta): Promise<number> {
  const sent: Promise<unknown>[] = [];
  const send = (text: string, rows: readonly unknown[], values: readonly unknown[]): void => {
    if (rows.length) sent.push(context.sql.query(text, values));
  };
  const { tenantId } = context;
  const insert = (of: TableStatements, rows: readonly unknown[], hasRoot = true): void =>
    send(of.inserting, rows, [JSON.stringify(rows), tenantId, ...(hasRoot ? [rootId] : [])]);
  const rest = <Row extends { readonly id: string }>(
    of: TableStatements,
    { changed, deleted }: RowChanges<Row>,
  ): void => {
    send(...changing(of, changed, tenantId));
    send(of.deleting, deleted, [deleted, tenantId]);
  };
  // The history first: whoever is told of a task reads how it came.
  insert(instances, delta.instances.inserted, false);
  rest(instances, delta.instances);
  insert(executions, delta.executions.inserted);
  rest(executions, delta.executions);
  insert(tasks, delta.tasks.inserted);
  rest(tasks, delta.tasks);
  send(UNCLAIMABLE, delta.candidates.deletedOf, [delta.candidates.deletedOf, tenantId]);
  insert(candidates, delta.candidates.inserted, false);
  insert(subscriptions, delta.subscriptions.inserted);
  rest(subscriptions, delta.subscriptions);
  insert(jobs, delta.jobs.inserted);
  rest(jobs, delta.jobs);
  insert(activities, delta.activities.inserted);
  const ended: readonly ActivityChange[] = delta.activities.changed;
  send(...changing(ending, ended, tenantId));
  await Promise.all(sent);
  return sent.length;
}
