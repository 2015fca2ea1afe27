import { must } from '#kernel/language/must.ts';
import type { Reading, Sql, Writing } from '#kernel/server';
import type { InstanceTree } from '../engine/state/delta.rules.ts';
import type { TaskRow } from '../engine/state/rows.rules.ts';
import { executionFields, instanceFields, jobFields, subscriptionFields, taskFields } from './stored-rows.rules.ts';
import { selectedFields } from './stored-table.rules.ts';

const rowsOf = (table: string, fields: Readonly<Record<string, string>>, where: string): string =>
  `(select coalesce(json_agg(x), '[]') from (select ${selectedFields(fields)} from ${table} t where t.tenant_id = $2 and t.root_id = root.id and ${where} order by t.id) x)`;

/** SQL of the id of a root instance: `$1` itself, or (below) the root of the task `$1`. */
const OF_ROOT = '(select $1::bigint as id)';
const OF_TASK = '(select root_id as id from wf_task where id = $1 and tenant_id = $2)';

/**
 * SQL of the live rows of a tree. Open tasks are found by their missing end: a condition on the state would lead
 * PostgreSQL to a worse index.
 */
const treeOf = (root: string): string =>
  `select ${[
    `${rowsOf('wf_instance', instanceFields, "t.state in ('running', 'suspended')")} as instances`,
    `${rowsOf('wf_execution', executionFields, 'true')} as executions`,
    `${rowsOf('wf_task', taskFields, 't.ended_at is null')} as tasks`,
    `${rowsOf('wf_subscription', subscriptionFields, 'true')} as subscriptions`,
    `${rowsOf('wf_job', jobFields, 'not t.is_dead')} as jobs`,
  ].join(', ')} from ${root} root`;

const TREE = treeOf(OF_ROOT);
const TREE_OF_TASK = treeOf(OF_TASK);

const LOCK = 'select id from wf_instance where id = $1 and tenant_id = $2 for update';
const LOCK_OF_TASK = `select id from wf_instance where id = ${OF_TASK} and tenant_id = $2 for update`;

/** Lock the root instance until the commit; false: there is none in this company. */
export async function lockRoot(sql: Sql, tenantId: string, rootId: string): Promise<boolean> {
  const rows = await sql.query(LOCK, [rootId, tenantId]);
  return rows.length > 0;
}

/**
 * Lock the root instance of a task until the commit, then read its live rows, in one round trip: the read follows the
 * lock. Undefined: the company has no such task.
 */
export async function holdTreeOfTask(
  sql: Writing,
  tenantId: string,
  taskId: string,
): Promise<InstanceTree | undefined> {
  sql.enqueue(LOCK_OF_TASK, [taskId, tenantId]);
  const [tree] = await sql.query<InstanceTree>(TREE_OF_TASK, [taskId, tenantId]);
  return tree;
}

/**
 * Return the live rows of a root instance. The root must be locked by an earlier statement: one that locks and reads
 * would read the state before its wait for the lock.
 */
export async function loadTree(sql: Sql, tenantId: string, rootId: string): Promise<InstanceTree> {
  const [tree] = await sql.query<InstanceTree>(TREE, [rootId, tenantId]);
  return tree;
}

/** Return the root of an instance; undefined: the company has no such instance. */
export async function rootOf(sql: Sql, tenantId: string, instanceId: string): Promise<string | undefined> {
  const [row] = await sql.query<{ rootId: string }>(
    'select root_id::text as "rootId" from wf_instance where id = $1 and tenant_id = $2',
    [instanceId, tenantId],
  );
  return row?.rootId;
}

/** Return the root of an existing instance. */
export const mustRootOf = async (
  { sql, tenantId }: Pick<Reading, 'sql' | 'tenantId'>,
  instanceId: string,
): Promise<string> => must(await rootOf(sql, tenantId, instanceId), 'the root of the instance');

/** An open task and its tree, with the root instance locked. */
export interface HeldTask {
  readonly tree: InstanceTree;
  readonly task: TaskRow;
}
