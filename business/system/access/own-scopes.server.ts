import { holdsEverything } from '#kernel/language/permission.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';

/** Kinds of scopes of a role: data scopes (1), API scopes (2). */
type Category = 1 | 2;

/** Return the scopes among `ids` that were granted to the caller's roles. */
async function grantedOf(context: Context, category: Category, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await context.sql.query<{ id: string }>(
    'select distinct scope_id::text as id from blade_role_scope where tenant_id = $1 and scope_category = $2 and scope_id = any($3::bigint[]) and role_id = any($4::bigint[])',
    [context.tenantId, category, [...ids], context.person.roles.map((one) => one.id)],
  );
  return new Set(rows.map((row) => row.id));
}

const refusing = (ids: readonly string[], why: () => Refusal): Map<string, Refusal> =>
  new Map(ids.map((id) => [id, why()]));

/**
 * Return a refusal (403) for each data scope that restricts the caller: a change would widen their own scope. Return
 * none for people with a reserved role, who hold every right.
 */
export async function ownScopes(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Refusal>> {
  if (context.person.roles.some(holdsEverything)) return new Map();
  const granted = await grantedOf(context, 1, ids);
  return refusing(
    ids.filter((id) => granted.has(id)),
    refuse.ownScope,
  );
}

/**
 * Return a refusal (403) for each API scope that the caller was not granted: a change would open its calls to them.
 * Return none for people with a reserved role, who hold every right.
 */
export async function unopenedCalls(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Refusal>> {
  if (context.person.roles.some(holdsEverything)) return new Map();
  const granted = await grantedOf(context, 2, ids);
  return refusing(
    ids.filter((id) => !granted.has(id)),
    refuse.aboveYou,
  );
}

/** Refuse a change of a data scope that restricts the caller. */
export async function assertNotOwnScope(context: Context, scopeId: string): Promise<void> {
  for (const why of (await ownScopes(context, [scopeId])).values()) throw why;
}

/** Refuse a change of an API scope that the caller was not granted. */
export async function assertOpenedCall(context: Context, scopeId: string): Promise<void> {
  for (const why of (await unopenedCalls(context, [scopeId])).values()) throw why;
}

/** Remove deleted scopes from all roles. */
export async function takeFromRoles(context: Context, category: Category, ids: readonly string[]): Promise<void> {
  await context.sql.query(
    'delete from blade_role_scope where tenant_id = $1 and scope_category = $2 and scope_id = any($3::bigint[])',
    [context.tenantId, category, [...ids]],
  );
}
