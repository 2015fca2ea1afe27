import { type Reading, type Route, implement, implementRoute, readingOf, sendStream } from '#kernel/server';
import { compareDrawings } from '../engine/diff/compare-drawings.rules.ts';
import { refuse } from '../refusals.ts';
import { xmlOf } from '../work/history.server.ts';
import { categoryName, nameSql, wallMoment } from '../work/flow-sql.server.ts';
import { type ProcessVersion, managerDiff, managerExport, managerVersions } from './versions.calls.ts';

/** Maximal number of versions listed for a key, the newest ones. */
const MAX_VERSIONS = 200;

const versionsOf = (reading: Reading, key: string): Promise<ProcessVersion[]> =>
  reading.sql.query<ProcessVersion>(
    `select d.id::text as id, d.key, d.name, d.version, d.category, ${categoryName('d.category', reading.language)} as "categoryName",
       d.suspension_state as "suspensionState", d.deployment_id::text as "deploymentId", ${wallMoment('d.deployed_at')} as "deploymentTime",
       ${nameSql('p.deployed_by')} as "deployedBy", p.source, coalesce(i.running, 0)::int as running, coalesce(i.finished, 0)::int as finished
     from wf_definition d join wf_deployment p on p.id = d.deployment_id and p.tenant_id = $1
     left join (select definition_id, count(*) filter (where ended_at is null) as running, count(*) filter (where ended_at is not null) as finished
       from wf_instance where tenant_id = $1 and process_key = $2 group by definition_id) i on i.definition_id = d.id
     where d.tenant_id = $1 and d.key = $2 and d.deleted_at is null order by d.version desc limit ${MAX_VERSIONS}`,
    [reading.tenantId, key],
  );

export const versionCalls = [
  implement(managerVersions, { read: ({ key }, reading) => versionsOf(reading, key) }),
  implement(managerDiff, {
    async read({ fromId, toId }, reading) {
      const [fromXml, toXml] = [await xmlOf(reading, fromId), await xmlOf(reading, toId)];
      return { fromXml, toXml, changes: await compareDrawings(fromXml, toXml) };
    },
  }),
];

async function* whole(text: string): AsyncIterable<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}

/** The call that downloads the file of a version, as it was deployed. */
export const exportRoute = (): Route =>
  implementRoute(
    managerExport,
    async ({ processDefinitionId }, call) => {
      const file = await readingOf(call, async (reading) => {
        const [row] = await reading.sql.query<{ name: string; xml: string }>(
          `select key || '-v' || version || '.bpmn20.xml' as name, xml from wf_definition where id = $1 and tenant_id = $2`,
          [processDefinitionId, reading.tenantId],
        );
        if (!row) throw refuse.noDefinition();
        return row;
      });
      return sendStream(call, whole(file.xml), { name: file.name, type: 'text/xml; charset=utf-8' });
    },
    { raw: true, download: true },
  );
