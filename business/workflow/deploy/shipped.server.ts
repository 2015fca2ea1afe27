import type { Furnishing } from '#business/system/seed/furnish.server.ts';
import { parseProcess } from '../engine/compile/parse-process.rules.ts';
import { shippedModels } from './shipped-models.rules.ts';
import { deployInto, sumOf } from './deploy.server.ts';

/** What comes with the product is shared by all companies, under a key that no deployment has. */
export const SHIPPED = 'shipped';

/** What the platform deployed for all companies, for one that begins later: PostgreSQL shows nobody the rows of another company. */
export const commonFunctions: readonly string[] = [
  `create or replace function wf_common_definitions() returns table (key text, name text, category text, xml text, compiled json, common_key text, file_name text)
   language sql stable security definer set search_path = public, pg_temp as
   $$ select distinct on (d.key) d.key, p.name, d.category, d.xml, d.compiled, d.common_key, p.file_name
      from wf_definition d join wf_deployment p on p.id = d.deployment_id
      where d.tenant_id = '000000' and d.common_key is not null and d.common_key <> '${SHIPPED}' and d.deleted_at is null order by d.key, d.version desc $$`,
];

/** Every company has the processes that come with the product, and those that the platform deployed for all. */
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
