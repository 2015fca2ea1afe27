import type { AnswerOf } from '#kernel/language/calls/shape.ts';
import type { Reading } from '#kernel/server';
import { whoMayApprove } from '../../command/approval-right.server.ts';
import { initiatorNames, isOfStarter } from '../../engine/model/of-starter.rules.ts';
import { refuse } from '../../refusals.ts';
import { processDefinitionOf } from '../../store/definitions.server.ts';
import { assertSeesInstance } from '../sight.server.ts';
import type { peopleToAsk } from '../verbs.calls.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

type OfferedPerson = AnswerOf<typeof peopleToAsk>[number];

interface OpenTask {
  readonly instanceId: string;
  readonly nodeId: string;
  readonly definitionId: string;
  readonly starterId: string;
  readonly businessTable: string;
  readonly businessId: string;
}

/** Maximal number of people offered; others are found by typing their name. */
const MAX_OFFERED = 20;
/** Maximal number of accounts whose rights are checked for one answer. */
const MAX_EXAMINED = 200;
const CHUNK = 40;

async function openTask(reading: Reading, taskId: string): Promise<OpenTask> {
  const [task] = await reading.sql.query<OpenTask>(
    `select t.instance_id::text as "instanceId", t.node_id as "nodeId", t.definition_id::text as "definitionId",
       r.starter_id::text as "starterId", r.business_table as "businessTable", r.business_id as "businessId"
     from wf_task t join wf_instance i on i.tenant_id = $1 and i.id = t.instance_id join wf_instance r on r.tenant_id = $1 and r.id = i.root_id
     where t.tenant_id = $1 and t.id = $2 and t.state = 'open'`,
    [reading.tenantId, taskId],
  );
  if (!task) throw refuse.noTask();
  return task;
}

/** Return active accounts whose name contains the text and who do not sign at the task yet, the shortest name first. */
const accountsFor = (
  { sql, tenantId, person }: Reading,
  taskId: string,
  { q, without }: { readonly q: string; readonly without: readonly string[] },
): Promise<OfferedPerson[]> =>
  sql.query<OfferedPerson>(
    `select u.id::text as id, u.real_name as label, u.account as hint from ${userFacts} u
     where u.tenant_id = $1 and u.is_deleted = 0 and u.status = 1 and u.id <> all($3::bigint[])
       and (position(lower($4) in lower(u.real_name)) > 0 or position(lower($4) in lower(u.account)) > 0)
       and not exists (select 1 from wf_task t join wf_task s on s.tenant_id = $1 and s.instance_id = t.instance_id and s.state = 'open'
           and s.id <> t.id and (s.parent_id = t.id or s.node_id = t.node_id)
         where t.tenant_id = $1 and t.id = $2 and s.assignee_id = u.id)
     order by length(u.real_name), u.id limit ${MAX_EXAMINED}`,
    [tenantId, taskId, [person.id, ...without], q],
  );

/** Return people to transfer an open task to, or to add as signers: those who may approve its paper. */
export async function offeredPeople(
  reading: Reading,
  { taskId, q }: { readonly taskId: string; readonly q: string },
): Promise<OfferedPerson[]> {
  const task = await openTask(reading, taskId);
  await assertSeesInstance(reading, task.instanceId);
  const { process } = await processDefinitionOf(reading.sql, reading.tenantId, task.definitionId);
  const part = process.nodes[task.nodeId]?.userTask;
  const isOwn = part !== undefined && isOfStarter(part.assignment, initiatorNames(process));
  const accounts = await accountsFor(reading, taskId, { q: q.trim(), without: isOwn ? [] : [task.starterId] });
  const offered: OfferedPerson[] = [];
  for (let at = 0; at < accounts.length && offered.length < MAX_OFFERED; at += CHUNK) {
    const some = accounts.slice(at, at + CHUNK);
    const entitled = await whoMayApprove(
      reading,
      task,
      some.map(({ id }) => id),
    );
    offered.push(...some.filter(({ id }) => entitled.has(id) || (isOwn && id === task.starterId)));
  }
  return offered.slice(0, MAX_OFFERED);
}
