import type { AnswerOf, Page } from '#kernel/language/calls/shape.ts';
import type { Reading } from '#kernel/server';
import type { CompiledProcess } from '../../engine/model/compiled-process.rules.ts';
import type { Variables } from '../../engine/state/rows.rules.ts';
import { refuse } from '../../refusals.ts';
import { processDefinitionOf } from '../../store/definitions.server.ts';
import { type ProcessCase, readProcessCase } from '../case.server.ts';
import type { BladeFlow } from '../flow-shapes.calls.ts';
import { taskColumns } from '../flow-sql.server.ts';
import { historyOf } from '../history.server.ts';
import { assertSeesInstance } from '../sight.server.ts';
import type { taskDetail } from '../work.calls.ts';
import { readActions } from './actions.server.ts';
import { fieldsHiddenFrom, hiddenNames, paperRowOf, rightsOfFields } from './paper-row.server.ts';
import { signersOf } from './signers.server.ts';
import { buttonsOfCase, buttonsOfTask } from './task-buttons.server.ts';
import { readWhy } from './why-task.server.ts';
import { flowsOf } from '../work-lists.server.ts';
import { dictPaperFacts } from '#business/system/settings/dict/dict-facts.relation.ts';

type TaskDetail = AnswerOf<typeof taskDetail>;

interface AskedTask {
  readonly flow: BladeFlow;
  readonly state: string;
  readonly nodeId: string;
  readonly formKey: string;
  readonly instanceId: string;
  readonly isLent: boolean;
  readonly endedBy: string;
}

async function readTask(reading: Reading, taskId: string): Promise<AskedTask> {
  const rows = await reading.sql.query<never>(
    `select ${taskColumns(reading.language)}, '' as "historyActivityId", '' as "historyActivityName", '' as "historyActivityType", t.state, t.form_key as "formKey",
       t.delegation = 'pending' as "isLent", coalesce(t.ended_by::text, '') as "endedBy"
     from wf_task t join wf_instance i on i.id = t.instance_id and i.tenant_id = $1 join wf_definition d on d.id = t.definition_id and d.tenant_id = $1
     where t.tenant_id = $1 and $2::timestamptz is not null and t.id = $3`,
    [reading.tenantId, reading.now(), taskId],
  );
  if (!rows.length) throw refuse.noTask();
  const { state, formKey, isLent, endedBy, ...row } = rows[0] as unknown as BladeFlow &
    Pick<AskedTask, 'state' | 'formKey' | 'isLent' | 'endedBy'>;
  const status = state === 'open' ? (row.assignee ? 'todo' : 'claim') : 'finish';
  const page = flowsOf(reading, { records: [row] } as unknown as Page<never>, status);
  return {
    flow: page.records[0],
    state,
    nodeId: row.taskDefinitionKey,
    formKey,
    instanceId: row.processInstanceId,
    isLent,
    endedBy,
  };
}

/** Return the folder of the pages of a category, from `remark` of its dictionary item. */
async function routeOf({ sql }: Reading, category: string): Promise<string> {
  const [row] = await sql.query<{ route: string | null }>(
    `select remark as route from ${dictPaperFacts} where code = 'flow' and dict_key <> '-1' and 'flow_' || dict_key = $1 and is_deleted = 0 limit 1`,
    [category],
  );
  return row?.route || 'generic';
}

async function variablesOf({ sql, tenantId }: Reading, instanceId: string): Promise<Record<string, unknown>> {
  const [row] = await sql.query<{ variables: Record<string, unknown> }>(
    'select variables from wf_instance where id = $1 and tenant_id = $2',
    [instanceId, tenantId],
  );
  return row?.variables ?? {};
}

/** Return the form of an instance: its page, its variables, and for a task the rights on fields. */
async function formOf(
  reading: Reading,
  found: ProcessCase,
  { nodes }: CompiledProcess,
  task: AskedTask | null,
  fields: ReadonlySet<string>,
): Promise<TaskDetail['form']> {
  const { processInstanceId, category, businessTable, businessId } = found;
  const variables = await variablesOf(reading, processInstanceId);
  const hidden = await hiddenNames(reading, found, fields);
  return {
    route: await routeOf(reading, category),
    formKey: task?.formKey ?? '',
    businessTable,
    businessId,
    fields: (task && rightsOfFields(reading, nodes[task.nodeId], businessTable)) ?? {},
    variables: Object.fromEntries(Object.entries(variables).filter(([name]) => !hidden.has(name))),
  };
}

/** Record that the assignee has opened the task. The decision before it can then no longer be taken back. */
async function noteSeen(reading: Reading, { flow, state }: AskedTask): Promise<void> {
  if (state !== 'open' || flow.assignee !== reading.person.id) return;
  await reading.sql.query('update wf_task set seen_at = $3 where id = $1 and tenant_id = $2 and seen_at is null', [
    flow.taskId,
    reading.tenantId,
    reading.now(),
  ]);
}

/** Return the signers that a task requested, and the buttons of the caller on the task and its instance. */
async function handsOf(
  reading: Reading,
  task: AskedTask | null,
  found: ProcessCase,
): Promise<Pick<TaskDetail, 'signers' | 'buttons'>> {
  const { process } = await processDefinitionOf(reading.sql, reading.tenantId, found.processDefinitionId);
  const node = task ? process.nodes[task.nodeId] : undefined;
  const signers = task?.state === 'open' ? await signersOf(reading, task.flow.taskId) : [];
  const ofTask = task
    ? await buttonsOfTask(reading, {
        ...task,
        taskId: task.flow.taskId,
        assignee: task.flow.assignee,
        isSuspended: task.flow.suspended,
        hasSigners: signers.length > 0,
        waitsForSigners: signers.some((one) => one.isFirst),
        node,
      })
    : [];
  return {
    signers: signers.map(({ userId, name }) => ({ userId, name })),
    buttons: [...ofTask, ...(await buttonsOfCase(reading, found, node))],
  };
}

/** Return a task with its instance, or an instance alone, as the caller may see it. */
export async function readTaskDetail(
  reading: Reading,
  { taskId, processInstanceId }: { readonly taskId: string | null; readonly processInstanceId: string | null },
): Promise<TaskDetail> {
  const task = taskId ? await readTask(reading, taskId) : null;
  const instanceId = task?.instanceId ?? processInstanceId;
  if (!instanceId) throw refuse.chooseOne();
  await assertSeesInstance(reading, instanceId);
  if (task) await noteSeen(reading, task);
  const found = await readProcessCase(reading, instanceId);
  const { businessTable: _, businessId: _id, ...process } = found;
  const definition = await processDefinitionOf(reading.sql, reading.tenantId, found.processDefinitionId);
  const hidden = await fieldsHiddenFrom(reading, definition.process, instanceId, task?.nodeId ?? null);
  const form = await formOf(reading, found, definition.process, task, hidden);
  return {
    process,
    task: task?.flow ?? null,
    form,
    ...(await paperRowOf(reading, found, hidden)),
    why:
      task?.state === 'open'
        ? await readWhy(
            reading,
            { instanceId, nodeId: task.nodeId, definitionId: found.processDefinitionId },
            form.variables as Variables,
          )
        : null,
    flow: await historyOf(reading, instanceId, {}),
    actions: await readActions(reading, instanceId),
    ...(await handsOf(reading, task, found)),
  };
}
