import { must } from '#kernel/language/must.ts';
import type { Sql } from '#kernel/server';
import type { CompiledProcess } from '../engine/model/compiled-process.rules.ts';
import type { ProcessDefinition } from '../engine/state/host.rules.ts';
import { refuse } from '../refusals.ts';

/** A version as its row says, with its process as it runs. */
export interface StoredDefinition extends ProcessDefinition {
  readonly name: string;
  readonly category: string;
  /** Functions of the product that its expressions call. */
  readonly asks: { readonly days: boolean; readonly roles: boolean };
}

const MOST = 500;

/** Versions never change: they are kept for good, the one asked for longest ago goes first. */
const kept = new Map<string, StoredDefinition>();

/** A server that starts knows no version: the one before it in this process may have had another database. */
export const forgetDefinitions = (): void => kept.clear();

function keep(name: string, one: StoredDefinition): StoredDefinition {
  kept.delete(name);
  kept.set(name, one);
  if (kept.size > MOST) kept.delete(must(kept.keys().next().value, 'value'));
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

/** A version as it is kept, or one of a drawing that is only tried. */
export function definitionFrom({ compiled, ...row }: DefinitionRow): StoredDefinition {
  const text = JSON.stringify(compiled);
  return { ...row, process: compiled, asks: { days: text.includes('days('), roles: text.includes('hasRole(') } };
}

/** A version of a company, running or not. */
export async function processDefinitionOf(sql: Sql, tenantId: string, id: string): Promise<StoredDefinition> {
  const name = `${tenantId} ${id}`;
  const known = kept.get(name);
  if (known) return keep(name, known);
  const [row] = await sql.query<DefinitionRow>(
    'select id::text as id, key, version, name, category, compiled from wf_definition where id = $1 and tenant_id = $2',
    [id, tenantId],
  );
  if (!row) throw refuse.noDefinition();
  return keep(name, definitionFrom(row));
}

/** The newest version of a key that new instances may start; undefined where there is none. */
export async function newestDefinition(sql: Sql, tenantId: string, key: string): Promise<StoredDefinition | undefined> {
  const [row] = await sql.query<{ id: string }>(
    'select id::text as id from wf_definition where tenant_id = $1 and key = $2 and suspension_state = 1 and deleted_at is null order by version desc limit 1',
    [tenantId, key],
  );
  return row && processDefinitionOf(sql, tenantId, row.id);
}
