import type { Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { durationText } from './duration.rules.ts';
import type { HistoryStep } from './flow-shapes.calls.ts';
import { wallMoment, nameSql } from './flow-sql.rules.ts';
import { type Step, diagramSteps, timelineSteps } from './steps.rules.ts';

const MOST_STEPS = 5000;

type StepRow = Step & { readonly duration: number };

/** What happened in an instance, in the order in which it began. */
async function readSteps(reading: Reading, instanceId: string): Promise<Step[]> {
  const { sql, tenantId, language } = reading;
  const rows = await sql.query<StepRow>(
    `select a.id::text as id, a.node_id as "historyActivityId", a.name as "historyActivityName", a.type as "historyActivityType",
       coalesce(coalesce(t.ended_by, a.assignee_id)::text, '') as assignee, ${nameSql('coalesce(t.ended_by, a.assignee_id)')} as "assigneeName",
       coalesce(t.comment, '') as comment, case t.decision when 'pass' then 'ok' else coalesce(t.decision, '') end as flag,
       ${wallMoment('a.started_at')} as "createTime", ${wallMoment('a.ended_at')} as "endTime", a.state, a.reason,
       (extract(epoch from coalesce(a.ended_at, $3::timestamptz) - a.started_at) * 1000)::float8 as duration
     from wf_activity a left join wf_task t on t.id = a.task_id and t.tenant_id = $1
     where a.tenant_id = $1 and a.instance_id = $2 order by a.started_at, a.id limit ${MOST_STEPS}`,
    [tenantId, instanceId, reading.now()],
  );
  return rows.map(({ duration, ...row }) => ({
    ...row,
    historyActivityDurationTime: row.endTime ? durationText(duration, language) : '',
  }));
}

/** The drawing of a version. */
export async function xmlOf({ sql, tenantId }: Reading, definitionId: string): Promise<string> {
  const [row] = await sql.query<{ xml: string }>('select xml from wf_definition where id = $1 and tenant_id = $2', [
    definitionId,
    tenantId,
  ]);
  if (!row) throw refuse.noDefinition();
  return row.xml;
}

/** What people read of an instance: starts, tasks and ends, from one node to another where that is asked. */
export async function historyOf(
  reading: Reading,
  instanceId: string,
  { from, to }: { readonly from?: string | null; readonly to?: string | null },
): Promise<HistoryStep[]> {
  const steps = timelineSteps(await readSteps(reading, instanceId));
  const first = from ? steps.findIndex((one) => one.historyActivityId === from) : 0;
  const last = to ? steps.findLastIndex((one) => one.historyActivityId === to) : steps.length - 1;
  return steps.slice(Math.max(first, 0), last < 0 ? steps.length : last + 1);
}

/** The drawing of an instance and where it has been. */
export async function diagramOf(reading: Reading, instanceId: string): Promise<{ xml: string; flow: HistoryStep[] }> {
  const [row] = await reading.sql.query<{ definitionId: string }>(
    'select definition_id::text as "definitionId" from wf_instance where id = $1 and tenant_id = $2',
    [instanceId, reading.tenantId],
  );
  if (!row) throw refuse.noInstance();
  return {
    xml: await xmlOf(reading, row.definitionId),
    flow: diagramSteps(await readSteps(reading, instanceId)),
  };
}
