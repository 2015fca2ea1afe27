import { must } from '#kernel/language/must.ts';
import type { Sql } from '#kernel/server';
import type { CompiledProcess } from '../engine/model/compiled-process.rules.ts';
import type { ProcessDefinition } from '../engine/state/host.rules.ts';
import { refuse } from '../refusals.ts';

/** A deployed version with its compiled process. */
export interface StoredDefinition extends ProcessDefinition {
  readonly name: string;
  readonly category: string;
  /** Whether its expressions call functions whose data must be read before: `days()` and `hasRole()`. */
  readonly asks: { readonly days: boolean; readonly roles: boolean };
}

const MOST = 500;

/**
 * Cache of versions by company and id. It never expires, because versions never change; the least recently used is
 * dropped.
 */
const cached = new Map<string, StoredDefinition>();

/**
 * Clear the cache when a server starts. In tests an earlier server of the same process may have used another database.
 */
export const forgetDefinitions = (): void => cached.clear();

function keep(name: string, one: StoredDefinition): StoredDefinition {
  cached.delete(name);
  cached.set(name, one);
  if (cached.size > MOST) cached.delete(must(cached.keys().next().value, 'value'));
  return one;
}

interface DefinitionRow {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly name: string;
  readonly category: string;
  readonly compiled: CompiledProcess;
}

/** Return a row of a version with its compiled process, also for a drawing that is not deployed. */
export function definitionFrom({ compiled, ...row }: DefinitionRow): StoredDefinition {
  const text = JSON.stringify(compiled);
  return { ...row, process: compiled, asks: { days: text.includes('days('), roles: text.includes('hasRole(') } };
}

/** Return a version of a company, also if it is suspended or deleted. */
export async function processDefinitionOf(sql: Sql, tenantId: string, id: string): Promise<StoredDefinition> {
  const name = `${tenantId} ${id}`;
  const known = cached.get(name);
  if (known) return keep(name, known);
  const [row] = await sql.query<DefinitionRow>(
    'select id::text as id, key, version, name, category, compiled from wf_definition where id = $1 and tenant_id = $2',
    [id, tenantId],
  );
  if (!row) throw refuse.noDefinition();
  return keep(name, definitionFrom(row));
}

/** Return the newest version of a key that new instances may start; undefined: none. */
export async function newestDefinition(sql: Sql, tenantId: string, key: string): Promise<StoredDefinition | undefined> {
  const [row] = await sql.query<{ id: string }>(
    'select id::text as id from wf_definition where tenant_id = $1 and key = $2 and suspension_state = 1 and deleted_at is null order by version desc limit 1',
    [tenantId, key],
  );
  return row && processDefinitionOf(sql, tenantId, row.id);
}
