import { startTriggers } from '../../engine/compile/start-triggers.rules.ts';
import type { CompiledProcess } from '../../engine/model/compiled-process.rules.ts';

type Ask = <R = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<R[]>;

const STARTING = new Set(['timer', 'message', 'signal']);

/** A version whose start events are stored as rows of `wf_start`. */
interface Starting {
  readonly tenantId: string;
  readonly definitionId: string;
  readonly process: CompiledProcess;
  readonly isHeld: boolean;
  /** The present moment in milliseconds since 1970: ids are made from it, and timers are first checked at it. */
  readonly at: number;
}

/** Delete the stored start events of all versions of a process. */
const disarm = (ask: Ask, tenantId: string, key: string): Promise<unknown> =>
  ask(
    'delete from wf_start where tenant_id = $1 and definition_id in (select id from wf_definition where tenant_id = $1 and key = $2)',
    [tenantId, key],
  );

/**
 * Store the start events of a version, and delete those of other versions of the same process. A timer is stored as due
 * at once; the job that then runs computes its first time in the zone of the company.
 */
export async function armStarts(ask: Ask, { tenantId, definitionId, process, isHeld, at }: Starting): Promise<void> {
  await disarm(ask, tenantId, process.key);
  for (const { nodeId, event } of startTriggers(process).filter((one) => STARTING.has(one.event.type)))
    await ask(
      `insert into wf_start (id, tenant_id, definition_id, node_id, kind, name, due_at, is_set, is_held, tries)
       values (next_id($1), $2, $3, $4, $5, $6, case when $5 = 'timer' then to_timestamp($1 / 1000.0) end, false, $7, 0)`,
      [at, tenantId, definitionId, nodeId, event.type, event.name ?? '', isHeld],
    );
}

/**
 * After deployments were deleted, store the start events of the newest remaining version of each of their processes.
 */
export async function rearmStarts(
  ask: Ask,
  {
    tenantId,
    deploymentIds,
    at,
  }: { readonly tenantId: string; readonly deploymentIds: readonly string[]; readonly at: number },
): Promise<void> {
  const keys = await ask<{ key: string }>(
    'select distinct key from wf_definition where tenant_id = $1 and deployment_id = any($2::bigint[]) order by key',
    [tenantId, deploymentIds],
  );
  for (const { key } of keys) {
    const [newest] = await ask<{ id: string; compiled: CompiledProcess; isHeld: boolean; isArmed: boolean }>(
      `select d.id::text as id, d.compiled, d.suspension_state <> 1 as "isHeld", exists (select 1 from wf_start s where s.tenant_id = $1 and s.definition_id = d.id) as "isArmed"
       from wf_definition d where d.tenant_id = $1 and d.key = $2 and d.deleted_at is null order by d.version desc limit 1`,
      [tenantId, key],
    );
    if (!newest) await disarm(ask, tenantId, key);
    else if (!newest.isArmed)
      await armStarts(ask, { tenantId, definitionId: newest.id, process: newest.compiled, isHeld: newest.isHeld, at });
  }
}

/** Return the messages that start processes of a company, each with the key of the process that it starts. */
export async function startMessages(ask: Ask, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await ask<{ name: string; key: string }>(
    `select s.name, d.key from wf_start s join wf_definition d on d.id = s.definition_id and d.tenant_id = $1 where s.tenant_id = $1 and s.kind = 'message'`,
    [tenantId],
  );
  return new Map(rows.map(({ name, key }) => [name, key]));
}
