import { armStarts } from '../command/starts/start-rows.server.ts';
import type { CompiledProcess } from '../engine/model/compiled-process.rules.ts';

type Query = <R = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<R[]>;

interface Newest {
  readonly id: string;
  readonly tenantId: string;
  readonly process: CompiledProcess;
  readonly isHeld: boolean;
  readonly at: number;
}

/**
 * Store the start events of versions deployed before start events had rows. Those of a suspended version are held. A
 * timer is set to its next turn: a cycle continues, and a past moment never fires. Versions with stored start events,
 * or with instances started by the product, are unchanged: an ended cycle does not restart.
 */
export default {
  covers: [],
  async apply(query: Query): Promise<void> {
    const newest = await query<Newest>(
      `select d.id::text as id, d.tenant_id as "tenantId", d.compiled as process, d.suspension_state <> 1 as "isHeld", (extract(epoch from d.deployed_at) * 1000)::float8 as at
       from (select distinct on (tenant_id, key) * from wf_definition where deleted_at is null order by tenant_id, key, version desc) d
       where not exists (select 1 from wf_start s join wf_definition o on o.id = s.definition_id and o.tenant_id = d.tenant_id and o.key = d.key where s.tenant_id = d.tenant_id)
         and not exists (select 1 from wf_instance i where i.tenant_id = d.tenant_id and i.definition_id = d.id and i.starter_id = 0)
       order by d.tenant_id, d.id`,
    );
    for (const { id, at, ...one } of newest) await armStarts(query, { ...one, definitionId: id, at: Math.floor(at) });
  },
};
