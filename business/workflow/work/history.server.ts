import { lastOf } from '#kernel/language/must.ts';
import type { Reading } from '#kernel/server';
import { flowHistory, flowView } from '../engine/view/flow-view.rules.ts';
import type { ActivityRow } from '../engine/state/rows.rules.ts';
import { refuse } from '../refusals.ts';
import { processDefinitionOf } from '../store/definitions.server.ts';
import { durationText } from './duration.rules.ts';
import type { HistoryStep } from './flow-shapes.calls.ts';
import { nameSql, wallMoment } from './flow-sql.server.ts';

/** Maximal number of visits read of an instance, the first ones. */
const MAX_STEPS = 5000;

type Visited = Pick<ActivityRow, 'id' | 'nodeId' | 'type' | 'startedAt' | 'endedAt'> & HistoryStep;

/** Return the visits of an instance, in the order of the engine and with display texts. */
async function readVisits(reading: Reading, instanceId: string): Promise<Visited[]> {
  const rows = await reading.sql.query<Visited>(
    `select a.id::text as id, a.node_id as "nodeId", a.type, (extract(epoch from a.started_at) * 1000)::float8 as "startedAt",
       (extract(epoch from a.ended_at) * 1000)::float8 as "endedAt", a.node_id as "historyActivityId", a.name as "historyActivityName", a.type as "historyActivityType",
       coalesce(coalesce(t.ended_by, a.assignee_id)::text, '') as assignee, ${nameSql('coalesce(t.ended_by, a.assignee_id)')} as "assigneeName",
       coalesce(t.comment, '') as comment, case t.decision when 'pass' then 'ok' else coalesce(t.decision, '') end as flag,
       ${wallMoment('a.started_at')} as "createTime", ${wallMoment('a.ended_at')} as "endTime", a.state, a.reason, '' as "historyActivityDurationTime"
     from wf_activity a left join wf_task t on t.id = a.task_id and t.tenant_id = $1
     where a.tenant_id = $1 and a.instance_id = $2 order by a.started_at, a.id limit ${MAX_STEPS}`,
    [reading.tenantId, instanceId],
  );
  return rows.map((row) => ({
    ...row,
    historyActivityDurationTime:
      row.endedAt === null ? '' : durationText(row.endedAt - row.startedAt, reading.language),
  }));
}

/** Return a visit without the fields that only the engine uses. */
function stepOf({ nodeId: _n, type: _t, startedAt: _s, endedAt: _e, ...step }: Visited): HistoryStep {
  return step;
}

/** Return the drawing of a version as XML; refuse a missing one. */
export async function xmlOf({ sql, tenantId }: Reading, definitionId: string): Promise<string> {
  const [row] = await sql.query<{ xml: string }>('select xml from wf_definition where id = $1 and tenant_id = $2', [
    definitionId,
    tenantId,
  ]);
  if (!row) throw refuse.noDefinition();
  return row.xml;
}

/** Return the timeline of an instance: its start, each of its tasks, its end; optionally from one node to another. */
export async function historyOf(
  reading: Reading,
  instanceId: string,
  { from, to }: { readonly from?: string | null; readonly to?: string | null },
): Promise<HistoryStep[]> {
  const steps = flowHistory(await readVisits(reading, instanceId)).map((one) => stepOf(one));
  const first = from ? steps.findIndex((one) => one.historyActivityId === from) : 0;
  const last = to ? steps.findLastIndex((one) => one.historyActivityId === to) : steps.length - 1;
  return steps.slice(Math.max(first, 0), last < 0 ? steps.length : last + 1);
}

const different = (words: readonly string[], between: string): string =>
  [...new Set(words.filter(Boolean))].join(between);

/**
 * Combine visits into one entry of a diagram: from the first start to the last end, with all assignees and comments.
 */
function together(visits: readonly Visited[], isOpen: boolean): HistoryStep {
  const [first] = visits;
  const last = lastOf(visits);
  return {
    ...stepOf(first),
    assignee: different(
      visits.map((one) => one.assignee),
      ',',
    ),
    assigneeName: different(
      visits.map((one) => one.assigneeName),
      '/',
    ),
    endTime: isOpen ? '' : last.endTime,
    historyActivityDurationTime: isOpen ? '' : last.historyActivityDurationTime,
    state: isOpen ? 'active' : last.state,
  };
}

const toCome = (nodeId: string, name: string): HistoryStep => ({
  id: '',
  historyActivityId: nodeId,
  historyActivityName: name,
  historyActivityType: 'candidate',
  historyActivityDurationTime: '',
  assignee: '',
  assigneeName: '',
  comment: '',
  flag: '',
  createTime: '',
  endTime: '',
  state: '',
  reason: '',
});

/**
 * Return the drawing of an instance and the entries that colour it: visited nodes and flows, then user tasks to come.
 */
export async function diagramOf(reading: Reading, instanceId: string): Promise<{ xml: string; flow: HistoryStep[] }> {
  const [row] = await reading.sql.query<{ definitionId: string; isRunning: boolean }>(
    'select definition_id::text as "definitionId", ended_at is null as "isRunning" from wf_instance where id = $1 and tenant_id = $2',
    [instanceId, reading.tenantId],
  );
  if (!row) throw refuse.noInstance();
  const { process } = await processDefinitionOf(reading.sql, reading.tenantId, row.definitionId);
  const entries = flowView(process, await readVisits(reading, instanceId), row.isRunning);
  return {
    xml: await xmlOf(reading, row.definitionId),
    flow: entries.map(({ nodeId, name, open, visits }) =>
      visits.length ? together(visits, open) : toCome(nodeId, name),
    ),
  };
}
