import type { Furnishing } from '#business/system/seed/furnish.server.ts';
import { parseProcess } from '../engine/compile/parse-process.rules.ts';
import { shippedModels } from './shipped-models.rules.ts';
import { deployInto, sumOf } from './deploy.server.ts';

/**
 * The `commonKey` of the processes shipped with the product. All companies share it, and no uploaded deployment has it.
 */
export const SHIPPED = 'shipped';

/**
 * SQL function that returns the processes shared by the platform, for a company created later. It runs with the rights
 * of its owner, because row-level security would hide the rows of the platform.
 */
export const commonFunctions: readonly string[] = [
  `create or replace function wf_common_definitions() returns table (key text, name text, category text, xml text, compiled json, common_key text, file_name text)
   language sql stable security definer set search_path = public, pg_temp as
   $$ select distinct on (d.key) d.key, p.name, d.category, d.xml, d.compiled, d.common_key, p.file_name
      from wf_definition d join wf_deployment p on p.id = d.deployment_id
      where d.tenant_id = '000000' and d.common_key is not null and d.common_key <> '${SHIPPED}' and d.deleted_at is null order by d.key, d.version desc $$`,
];

/** Deploy the shipped processes and those shared by the platform into every company. */
export const shippedProcesses: Furnishing = {
  version: sumOf(JSON.stringify(shippedModels)),
  async work(ask, tenantId, ms) {
    const common = { tenantId, commonKey: SHIPPED, by: null, at: ms } as const;
    for (const { name, category, xml } of shippedModels) {
      const { processes } = await parseProcess(xml);
      await deployInto(ask, {
        ...common,
        name,
        category,
        xml,
        processes,
        source: 'shipped',
        fileName: `${processes[0].key}.bpmn20.xml`,
      });
    }
    const shared = await ask<{
      name: string;
      category: string;
      xml: string;
      compiled: never;
      common_key: string;
      file_name: string;
    }>('select * from wf_common_definitions()');
    for (const one of shared)
      await deployInto(ask, {
        ...common,
        name: one.name,
        category: one.category,
        xml: one.xml,
        processes: [one.compiled],
        source: 'upload',
        fileName: one.file_name,
        commonKey: one.common_key,
      });
  },
};
