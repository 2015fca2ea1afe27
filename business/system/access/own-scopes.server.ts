import { holdsEverything } from '#kernel/language/permission.ts';
import type { Context } from '#kernel/server/context.ts';
import { refuse } from '../refusals.ts';

async function isGranted(context: Context, category: 1 | 2, scopeId: string): Promise<boolean> {
  const rows = await context.sql.query('select 1 from blade_role_scope where tenant_id = $1 and scope_category = $2 and scope_id = $3 and role_id = any($4::bigint[]) limit 1', [context.tenantId, category, scopeId, context.person.roles.map((one) => one.id)]);
  return rows.length > 0;
}

/** Nobody changes or removes the data scope that narrows himself: he would see more by it. Refused 403, but for who holds everything. */
export async function assertNotOwnScope(context: Context, scopeId: string): Promise<void> {
  if (!context.person.roles.some(holdsEverything) && await isGranted(context, 1, scopeId)) throw refuse.ownScope();
}

/** Nobody opens a call by changing or removing what closes it to himself. Refused 403, but for who holds everything. */
export async function assertOpenedCall(context: Context, scopeId: string): Promise<void> {
  if (!context.person.roles.some(holdsEverything) && !await isGranted(context, 2, scopeId)) throw refuse.aboveYou();
}
