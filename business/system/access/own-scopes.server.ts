import { holdsEverything } from '#kernel/language/permission.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';

/** Data scopes (1) or API scopes (2), as roles are granted them. */
type Category = 1 | 2;

/** Those of these scopes that narrow or close something to who asks. */
async function grantedOf(context: Context, category: Category, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await context.sql.query<{ id: string }>(
    'select distinct scope_id::text as id from blade_role_scope where tenant_id = $1 and scope_category = $2 and scope_id = any($3::bigint[]) and role_id = any($4::bigint[])',
    [context.tenantId, category, [...ids], context.person.roles.map((one) => one.id)],
  );
  return new Set(rows.map((row) => row.id));
}

const refusing = (ids: readonly string[], why: () => Refusal): Map<string, Refusal> =>
  new Map(ids.map((id) => [id, why()]));

/** The data scopes that narrow who asks, refused 403: he would see more without them. None for who holds everything. */
export async function ownScopes(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Refusal>> {
  if (context.person.roles.some(holdsEverything)) return new Map();
  const granted = await grantedOf(context, 1, ids);
  return refusing(
    ids.filter((id) => granted.has(id)),
    refuse.ownScope,
  );
}

/** The calls that are closed to who asks, refused 403: he would open them to himself. None for who holds everything. */
export async function unopenedCalls(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Refusal>> {
  if (context.person.roles.some(holdsEverything)) return new Map();
  const granted = await grantedOf(context, 2, ids);
  return refusing(
    ids.filter((id) => !granted.has(id)),
    refuse.aboveYou,
  );
}

/** Nobody changes the data scope that narrows himself. */
export async function assertNotOwnScope(context: Context, scopeId: string): Promise<void> {
  for (const why of (await ownScopes(context, [scopeId])).values()) throw why;
}

/** Nobody opens a call by changing what closes it to himself. */
export async function assertOpenedCall(context: Context, scopeId: string): Promise<void> {
  for (const why of (await unopenedCalls(context, [scopeId])).values()) throw why;
}

/** Scopes that are gone are granted to nobody. */
export async function takeFromRoles(context: Context, category: Category, ids: readonly string[]): Promise<void> {
  await context.sql.query(
    'delete from blade_role_scope where tenant_id = $1 and scope_category = $2 and scope_id = any($3::bigint[])',
    [context.tenantId, category, [...ids]],
  );
}
