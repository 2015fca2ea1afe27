import type { AnswerOf } from '#kernel/language/calls/shape.ts';
import type { Reading } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { candidateKeys } from '../candidates.server.ts';
import { waitsForSql, wallMoment } from '../flow-sql.server.ts';
import type { governingCase } from '../work.calls.ts';

type Governing = AnswerOf<typeof governingCase>;

const NONE: Governing = {
  processInstanceId: '',
  processDefinitionName: '',
  taskName: '',
  taskId: '',
  waitingFor: '',
  since: '',
};

/**
 * Return the process that governs a row which the caller may see, and the people it waits for. All texts are empty if
 * there is none.
 */
export async function readGoverning(
  reading: Reading,
  { paperName, businessId }: { readonly paperName: string; readonly businessId: string },
): Promise<Governing> {
  const paper = reading.rooms.flatMap((room) => room.papers).find((one) => one.name === paperName);
  if (!paper?.lifecycle?.governed) throw refuse.ungoverned();
  await reading.visible(paper).all([businessId]);
  const [row] = await reading.sql.query<Governing>(
    `select i.id::text as "processInstanceId", d.name as "processDefinitionName",
       coalesce(string_agg(distinct t.name, '、'), '') as "taskName",
       coalesce(max(t.id::text) filter (where t.assignee_id = $4 or (t.assignee_id is null and exists (
         select 1 from wf_task_candidate c where c.tenant_id = $1 and c.task_id = t.id and c.key = any($5::text[])))), '') as "taskId",
       coalesce(string_agg(distinct nullif(${waitsForSql}, ''), '、'), '') as "waitingFor",
       ${wallMoment('min(t.created_at)')} as since
     from wf_instance i join wf_definition d on d.id = i.definition_id and d.tenant_id = $1
       left join wf_task t on t.tenant_id = $1 and t.root_id = i.root_id and t.state = 'open'
     where i.tenant_id = $1 and i.business_table = $2 and i.business_id = $3 and i.business_id <> '' and i.ended_at is null and i.parent_id is null
     group by i.id, d.name order by i.id desc limit 1`,
    [reading.tenantId, paper.table, businessId, reading.person.id, await candidateKeys(reading)],
  );
  return row ?? NONE;
}
