import { holds } from '#kernel/language/permission.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { processModel } from '../model/process-model.paper.ts';
import { refuse } from '../refusals.ts';
import { candidateKeys } from './candidates.server.ts';

/** Return whether the caller may read all processes of the company, as a manager of processes or the product itself. */
export const keepsProcesses = ({ person }: Pick<Reading, 'person'>): boolean =>
  person.isProduct === true || holds(person, buttonOf(processModel, 'view'));

/**
 * Return whether the caller takes part in an instance: as its starter, by a present or past task, or as a manager of
 * processes. A copy is not enough.
 */
export async function takesPart(reading: Reading, instanceId: string): Promise<boolean> {
  if (keepsProcesses(reading)) return true;
  const found = await reading.sql.query(
    `select 1 from wf_instance i where i.tenant_id = $1 and i.id = $2 and (i.starter_id = $3 or exists (
       select 1 from wf_task t where t.tenant_id = $1 and t.root_id = i.root_id and (t.assignee_id = $3 or t.ended_by = $3 or t.owner_id = $3)))`,
    [reading.tenantId, instanceId, reading.person.id],
  );
  return found.length > 0;
}

/**
 * Return the nodes at which the reader had tasks of an instance, if only these give access. Null: the starter, a
 * recipient of a copy, or a process manager.
 */
export async function nodesOfReader(reading: Reading, instanceId: string): Promise<readonly string[] | null> {
  if (keepsProcesses(reading)) return null;
  const { sql, tenantId, person } = reading;
  const [open] = await sql.query(
    `select 1 from wf_instance i where i.tenant_id = $1 and i.id = $2 and i.starter_id = $3
     union all select 1 from wf_cc c where c.tenant_id = $1 and c.instance_id = $2 and c.user_id = $3 limit 1`,
    [tenantId, instanceId, person.id],
  );
  if (open) return null;
  const rows = await sql.query<{ nodeId: string }>(
    `select distinct t.node_id as "nodeId" from wf_task t where t.tenant_id = $1 and t.instance_id = $2
       and (t.assignee_id = $3 or t.ended_by = $3 or t.owner_id = $3
         or exists (select 1 from wf_task_candidate c where c.tenant_id = $1 and c.task_id = t.id and c.key = any($4::text[])))`,
    [tenantId, instanceId, person.id, await candidateKeys(reading)],
  );
  return rows.map((row) => row.nodeId);
}

/**
 * Refuse an instance that the caller may not see, as 404. It is visible to its starter, process managers, and people
 * with a task, a claimable task or a copy. Another company's instance is missing.
 */
export async function assertSeesInstance(reading: Reading, instanceId: string): Promise<void> {
  const { sql, tenantId, person } = reading;
  const [instance] = await sql.query<{ rootId: string; starterId: string }>(
    'select root_id::text as "rootId", starter_id::text as "starterId" from wf_instance where id = $1 and tenant_id = $2',
    [instanceId, tenantId],
  );
  if (!instance) throw refuse.noInstance();
  if (instance.starterId === person.id || keepsProcesses(reading)) return;
  const found = await sql.query(
    `select 1 from wf_task t where t.tenant_id = $1 and t.root_id = $2
       and (t.assignee_id = $3 or t.ended_by = $3 or t.owner_id = $3
         or exists (select 1 from wf_task_candidate c where c.tenant_id = $1 and c.task_id = t.id and c.key = any($4::text[])))
     union all select 1 from wf_cc c join wf_instance i on i.id = c.instance_id where c.tenant_id = $1 and i.root_id = $2 and c.user_id = $3
     union all select 1 from wf_instance i where i.tenant_id = $1 and i.id = $2 and i.starter_id = $3 limit 1`,
    [tenantId, instance.rootId, person.id, await candidateKeys(reading)],
  );
  if (!found.length) throw refuse.noInstance();
}
