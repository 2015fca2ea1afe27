import { holds } from '#kernel/language/permission.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { processModel } from '../model/process-model.paper.ts';
import { refuse } from '../refusals.ts';
import { candidateKeys } from './candidates.server.ts';

/** Does the asking person watch over all processes of the company? */
export const keepsProcesses = ({ person }: Pick<Reading, 'person'>): boolean =>
  person.isProduct === true || holds(person, buttonOf(processModel, 'view'));

/** Has the asking person to do with this instance: started it, had or has a task of it, or keeps processes? A copy is no part in it. */
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
 * Nodes of an instance to which the asking person was called, as far as it is that alone which lets him read it: null for who started it, got
 * a copy of it, or keeps processes.
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
 * Sees the asking person this instance: as who started it, who has or had a task of it or may claim one, who got a copy, or who keeps
 * processes? Another company's instance is not there. Refuses 404.
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
