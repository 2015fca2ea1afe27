import { isId } from '#kernel/fields/ref/ref.ts';
import type { AnswerOf } from '#kernel/language/calls/shape.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Reading, shownByTask } from '#kernel/server';
import { processDefinitionOf } from '../../store/definitions.server.ts';
import { candidateKeys } from '../candidates.server.ts';
import { nameSql, wallMoment } from '../flow-sql.server.ts';
import type { batchFacts } from '../work.calls.ts';
import { fieldsHiddenFrom, hiddenNames } from './paper-row.server.ts';

type Facts = AnswerOf<typeof batchFacts>[number];

interface Judged {
  readonly taskId: string;
  readonly nodeId: string;
  readonly instanceId: string;
  readonly definitionId: string;
  readonly processDefinitionKey: string;
  readonly businessTable: string;
  readonly businessId: string;
  readonly title: string;
  readonly starterName: string;
  readonly dueTime: string;
  readonly days: string;
  readonly money: string;
}

/** Return the open tasks of these ids that the caller has or may claim. */
const readJudged = async (reading: Reading, ids: readonly string[]): Promise<Judged[]> =>
  reading.sql.query<Judged>(
    `select t.id::text as "taskId", t.node_id as "nodeId", i.id::text as "instanceId", d.id::text as "definitionId", d.key as "processDefinitionKey",
       i.business_table as "businessTable", i.business_id as "businessId", i.title, ${nameSql('i.starter_id')} as "starterName", ${wallMoment('t.due_at')} as "dueTime",
       coalesce(i.variables ->> 'days', '') as days, coalesce(i.variables ->> 'money', '') as money
     from wf_task t join wf_instance i on i.id = t.instance_id and i.tenant_id = $1 join wf_definition d on d.id = t.definition_id and d.tenant_id = $1
     where t.tenant_id = $1 and t.id = any($2::bigint[]) and t.state = 'open' and (t.assignee_id = $3 or (t.assignee_id is null and exists (
       select 1 from wf_task_candidate c where c.tenant_id = $1 and c.task_id = t.id and c.key = any($4::text[]))))`,
    [reading.tenantId, ids, reading.person.id, await candidateKeys(reading)],
  );

/** Return the fields shown side by side when several rows of a paper are decided together. */
function judgedFields(paper: AnyPaper): readonly string[] {
  const names = (paper.judged ?? paper.card ?? paper.hint ?? []) as readonly string[];
  return names.filter((name) => name !== paper.lifecycle?.field && name !== paper.caption);
}

/** Return the rows that tasks are about, by table and id, as the caller may see them. */
async function readRows(reading: Reading, tasks: readonly Judged[]): Promise<ReadonlyMap<string, Facts['row']>> {
  const papers = reading.rooms.flatMap((room): readonly AnyPaper[] => room.papers);
  const rows = new Map<string, Facts['row']>();
  for (const [table, those] of Map.groupBy(tasks, (one) => one.businessTable)) {
    const paper = papers.find((one) => one.table === table);
    const ids = those.map((one) => one.businessId).filter(isId);
    if (!paper || !ids.length) continue;
    for (const row of await reading
      .visible(paper, { query: { id_in: ids.join(',') }, partOf: ids.map(shownByTask) })
      .words({ limit: ids.length }))
      rows.set(`${table} ${String(row.id)}`, row as Facts['row']);
  }
  return rows;
}

async function factsOf(reading: Reading, task: Judged, row: Facts['row']): Promise<Facts> {
  const { taskId, title, starterName, dueTime } = task;
  const { process } = await processDefinitionOf(reading.sql, reading.tenantId, task.definitionId);
  const closed = await fieldsHiddenFrom(reading, process, task.instanceId, task.nodeId);
  const hidden = await hiddenNames(reading, task, closed);
  const paper = reading.rooms
    .flatMap((room): readonly AnyPaper[] => room.papers)
    .find((one) => one.table === task.businessTable);
  const fields = paper && row ? judgedFields(paper).filter((name) => !hidden.has(name) && name in row) : [];
  const names = Object.entries((row as { _names?: object } | null)?._names ?? {});
  return {
    taskId,
    title,
    starterName,
    dueTime,
    paper: row && paper ? paper.name : '',
    row: row && {
      id: row.id,
      ...Object.fromEntries(fields.map((name) => [name, row[name]])),
      _names: Object.fromEntries(names.filter(([name]) => fields.includes(name))),
    },
    fields,
    days: hidden.has('days') ? '' : task.days,
    money: hidden.has('money') ? '' : task.money,
  };
}

/** Return the facts for the decision of several tasks, in the order of their ids. */
export async function readBatchFacts(reading: Reading, ids: readonly string[]): Promise<Facts[]> {
  const tasks = await readJudged(reading, ids);
  const rows = await readRows(reading, tasks);
  const all: Facts[] = [];
  for (const task of tasks.toSorted((one, other) => ids.indexOf(one.taskId) - ids.indexOf(other.taskId)))
    all.push(await factsOf(reading, task, rows.get(`${task.businessTable} ${task.businessId}`) ?? null));
  return all;
}
