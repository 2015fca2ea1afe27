import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Page } from '#kernel/language/calls/shape.ts';
import type { Reading } from '#kernel/server';
import { starterKeys } from '../command/may-start.server.ts';
import type { FlowProcess } from '../work/flow-shapes.calls.ts';
import { categoryName, wallMoment } from '../work/flow-sql.server.ts';
import { flowPage } from '../work/work-lists.server.ts';

/** Filters of process lists. */
export interface ProcessFilters {
  readonly current: number;
  readonly size: number;
  readonly category: string | null;
  /** `1`: processes shared by all companies; `2`: the company's own; null: both. */
  readonly mode: string | null;
  readonly key?: string | null;
  readonly name?: string | null;
  /** Exclude processes that the caller may not start, and those that only a paper starts. */
  readonly startable?: boolean;
}

const contained = (text: string | null | undefined): string | null =>
  text ? `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;

/** Return the names of papers that processes may govern: a verb of the paper starts their process. */
const governedNames = ({ rooms }: Reading): string[] =>
  rooms
    .flatMap((room): readonly AnyPaper[] => room.papers)
    .flatMap(({ name, lifecycle }) => (lifecycle?.governed ? [name] : []));

/** Return the newest version of each process of the company. */
export async function readProcesses(reading: Reading, filters: ProcessFilters): Promise<Page<FlowProcess>> {
  const keys = filters.startable ? await starterKeys(reading, reading.person) : null;
  return flowPage<FlowProcess>(reading, filters, {
    columns: `d.id::text as id, case when d.common_key is null then d.tenant_id else '' end as "tenantId", d.name, d.key, d.category,
      ${categoryName('d.category', reading.language)} as "categoryName", d.version, d.deployment_id::text as "deploymentId", p.file_name as "resourceName",
      '' as "diagramResourceName", d.suspension_state as "suspensionState", ${wallMoment('d.deployed_at')} as "deploymentTime"`,
    from: `from wf_definition d join wf_deployment p on p.id = d.deployment_id and p.tenant_id = $1
      where d.tenant_id = $1 and d.deleted_at is null
        and d.version = (select max(n.version) from wf_definition n where n.tenant_id = $1 and n.key = d.key and n.deleted_at is null)
        and ($2::text is null or d.category = $2) and ($3::text is null or ($3 = '1') = (d.common_key is not null))
        and ($4::text is null or d.key ilike $4) and ($5::text is null or d.name ilike $5)
        and ($6::text[] is null or d.compiled -> 'starters' is null
          or exists (select 1 from json_array_elements_text(d.compiled -> 'starters') k(key) where k.key = any($6::text[])))
        and ($7::text[] is null or d.compiled -> 'papers' is null
          or exists (select 1 from json_array_elements_text(d.compiled -> 'papers') p(name) where p.name <> all($7::text[])))`,
    order: 'order by d.deployed_at desc, d.id desc',
    values: [
      reading.tenantId,
      filters.category || null,
      filters.mode === '1' || filters.mode === '2' ? filters.mode : null,
      contained(filters.key),
      contained(filters.name),
      keys,
      filters.startable ? governedNames(reading) : null,
    ],
  });
}
