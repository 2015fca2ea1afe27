import { createHash } from 'node:crypto';
import { armStarts } from '../command/starts/start-rows.server.ts';
import type { CompiledProcess } from '../engine/model/compiled-process.rules.ts';

/** Runs a query; returns its rows. */
type Ask = <R = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<R[]>;

/** A deployment into one company. */
export interface Deployment {
  readonly tenantId: string;
  readonly name: string;
  /** Category of the processes: `flow_` and a key of the dictionary `flow`. */
  readonly category: string;
  readonly source: 'model' | 'upload' | 'shipped';
  readonly fileName: string;
  readonly xml: string;
  readonly processes: readonly CompiledProcess[];
  /** Key that all copies of a platform's deployment share; null for a deployment into named companies. */
  readonly commonKey: string | null;
  readonly by: string | null;
  /** Moment of the deployment, in milliseconds since 1970. */
  readonly at: number;
}

export const sumOf = (xml: string): string => createHash('sha256').update(xml).digest('hex');

/**
 * Deploy the processes of a file; return the ids of their versions. A process that equals its newest version is not
 * deployed again.
 */
export async function deployInto(ask: Ask, deployment: Deployment): Promise<string[]> {
  const { tenantId, category, xml, commonKey, at } = deployment;
  const sum = sumOf(xml);
  const ids: string[] = [];
  let deploymentId: string | undefined;
  for (const process of deployment.processes) {
    await ask('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tenantId} wf key ${process.key}`]);
    const [newest] = await ask<{
      id: string;
      version: number;
      sha256: string;
      deleted: boolean;
      category: string;
      commonKey: string | null;
    }>(
      `select id::text as id, version, sha256, deleted_at is not null as deleted, category, common_key as "commonKey" from wf_definition
       where tenant_id = $1 and key = $2 order by version desc limit 1`,
      [tenantId, process.key],
    );
    const isSame =
      newest?.sha256 === sum && !newest.deleted && newest.category === category && newest.commonKey === commonKey;
    if (isSame) {
      ids.push(newest.id);
      continue;
    }
    deploymentId ??= await insertDeployment(ask, deployment);
    const [{ id }] = await ask<{ id: string }>(
      `insert into wf_definition (id, tenant_id, deployment_id, key, name, category, version, xml, compiled, sha256, common_key, suspension_state, deployed_at)
       values (next_id($1), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, to_timestamp($1 / 1000.0)) returning id::text as id`,
      [
        at,
        tenantId,
        deploymentId,
        process.key,
        process.name || process.key,
        category,
        (newest?.version ?? 0) + 1,
        xml,
        JSON.stringify(process),
        sum,
        commonKey,
      ],
    );
    ids.push(id);
    await armStarts(ask, { tenantId, definitionId: id, process, isHeld: false, at });
  }
  return ids;
}

async function insertDeployment(ask: Ask, one: Deployment): Promise<string> {
  const [{ id }] = await ask<{ id: string }>(
    `insert into wf_deployment (id, tenant_id, name, category, source, file_name, common_key, deployed_by, deployed_at)
     values (next_id($1), $2, $3, $4, $5, $6, $7, $8, to_timestamp($1 / 1000.0)) returning id::text as id`,
    [one.at, one.tenantId, one.name, one.category, one.source, one.fileName, one.commonKey, one.by],
  );
  return id;
}
