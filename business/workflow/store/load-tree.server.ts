import type { Sql } from '#kernel/server';
import type { InstanceTree } from '../engine/state/delta.rules.ts';
import { executionFields, instanceFields, jobFields, subscriptionFields, taskFields } from './stored-rows.rules.ts';
import { selectedFields } from './stored-table.rules.ts';

const rowsOf = (table: string, fields: Readonly<Record<string, string>>, where: string): string =>
  `(select coalesce(json_agg(x), '[]') from (select ${selectedFields(fields)} from ${table} t where t.tenant_id = $2 and t.root_id = $1 and ${where} order by t.id) x)`;

const TREE = `select ${[
  `${rowsOf('wf_instance', instanceFields, "t.state in ('running', 'suspended')")} as instances`,
  `${rowsOf('wf_execution', executionFields, 'true')} as executions`,
  `${rowsOf('wf_task', taskFields, "t.state = 'open'")} as tasks`,
  `${rowsOf('wf_subscription', subscriptionFields, 'true')} as subscriptions`,
  `${rowsOf('wf_job', jobFields, 'not t.is_dead')} as jobs`,
].join(', ')}`;

/** Holds the root instance until the commit; false: there is none in this company. */
export async function lockRoot(sql: Sql, tenantId: string, rootId: string): Promise<boolean> {
  const rows = await sql.query('select id from wf_instance where id = $1 and tenant_id = $2 for update', [
    rootId,
    tenantId,
  ]);
  return rows.length > 0;
}

/**
 * What lives of a root instance. The root must be held, by a statement of its own: one that locks and reads at once would read what stood
 * there before it waited.
 */
export async function loadTree(sql: Sql, tenantId: string, rootId: string): Promise<InstanceTree> {
  const [tree] = await sql.query<InstanceTree>(TREE, [rootId, tenantId]);
  return tree;
}

/** The root of an instance; undefined where the company has no such instance. */
export async function rootOf(sql: Sql, tenantId: string, instanceId: string): Promise<string | undefined> {
  const [row] = await sql.query<{ rootId: string }>(
    'select root_id::text as "rootId" from wf_instance where id = $1 and tenant_id = $2',
    [instanceId, tenantId],
  );
  return row?.rootId;
}
