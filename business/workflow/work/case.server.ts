import type { Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { categoryName, wallMoment, nameSql, waitsForSql } from './flow-sql.server.ts';

/** A process instance as its pages show it. */
export interface ProcessCase {
  readonly processInstanceId: string;
  readonly processDefinitionId: string;
  readonly processDefinitionKey: string;
  readonly processDefinitionName: string;
  readonly processDefinitionVersion: number;
  readonly category: string;
  readonly categoryName: string;
  readonly title: string;
  readonly starter: string;
  readonly starterName: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly state: string;
  readonly outcome: string;
  readonly deleteReason: string;
  readonly waitingFor: string;
  readonly businessTable: string;
  readonly businessId: string;
}

/** Return a process instance of the company. The caller of this function has checked that the reader may see it. */
export async function readProcessCase({ sql, tenantId, language }: Reading, instanceId: string): Promise<ProcessCase> {
  const [row] = await sql.query<ProcessCase>(
    `select i.id::text as "processInstanceId", d.id::text as "processDefinitionId", d.key as "processDefinitionKey", d.name as "processDefinitionName",
       d.version as "processDefinitionVersion", d.category, ${categoryName('d.category', language)} as "categoryName", i.title, i.starter_id::text as starter,
       ${nameSql('i.starter_id')} as "starterName", ${wallMoment('i.started_at')} as "startTime", ${wallMoment('i.ended_at')} as "endTime", i.state, i.outcome,
       i.delete_reason as "deleteReason", i.business_table as "businessTable", i.business_id as "businessId",
       coalesce((select string_agg(distinct nullif(${waitsForSql}, ''), '、') from wf_task t
         where t.tenant_id = $1 and t.root_id = i.root_id and t.state = 'open'), '') as "waitingFor"
     from wf_instance i join wf_definition d on d.id = i.definition_id and d.tenant_id = $1 where i.id = $2 and i.tenant_id = $1`,
    [tenantId, instanceId],
  );
  if (!row) throw refuse.noInstance();
  return row;
}
