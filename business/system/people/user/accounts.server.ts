import { holdsEverything } from '#kernel/language/permission.ts';
import type { Context } from '#kernel/server/context.ts';
import { asMd5 } from '#kernel/server/session/password.ts';
import { refuse } from '../../refusals.ts';
import { role } from '../role/role.paper.ts';
import { keepPassword } from './password-policy.server.ts';

const reserved = new Set(['administrator', 'admin']);
const isSuper = (context: Context): boolean => context.person.roles.some(holdsEverything);

/** The buttons of roles, with those of the roles they stand under. */
async function buttonsOf(context: Context, roleIds: readonly string[]): Promise<string[]> {
  const rows = await context.sql.query<{ code: string }>(`with recursive held as (select id, parent_id from blade_role where tenant_id = $1 and id = any($2::bigint[]) union select r.id, r.parent_id from blade_role r join held on r.id = held.parent_id where r.tenant_id = $1)
    select distinct m.code from blade_role_menu g join blade_menu m on m.id = g.menu_id and m.is_deleted = 0 and m.category = 2 where g.tenant_id = $1 and g.role_id in (select id from held)`, [context.tenantId, [...roleIds]]);
  return rows.map((row) => row.code);
}

/** How much of a company a role sees, from little to all; an own filter may be anything, so only who holds everything writes or gives one. */
const widths = ['own', 'team', 'department', 'departmentBelow', 'all', 'custom'];

/** Nobody hands out a wider sight than his own. */
export function assertSees(context: Context, scope: string | null | undefined): void {
  const widest = Math.max(...context.person.roles.map((own) => widths.indexOf(own.scope)));
  if (scope && !isSuper(context) && widths.indexOf(scope) > widest) throw refuse.aboveYou();
}

/** Nobody hands out what he does not hold: reserved roles are given by those who have one, others by who holds every button in them and sees as much. */
export async function assertHolds(context: Context, roleIds: readonly string[]): Promise<void> {
  if (isSuper(context) || !roleIds.length) return;
  for (const one of await context.find(role, { id: [...roleIds] } as never)) {
    if (reserved.has(one.roleAlias)) throw refuse.aboveYou();
    assertSees(context, one.scope);
  }
  if ((await buttonsOf(context, roleIds)).some((code) => !context.may(code))) throw refuse.aboveYou();
}

/** Who gets in as somebody else gets what he has: accounts above oneself are not touched. */
export async function assertNotAbove(context: Context, users: readonly { readonly id: string; readonly roleId?: unknown }[]): Promise<void> {
  for (const one of users) if (one.id !== context.person.id) await assertHolds(context, Array.isArray(one.roleId) ? one.roleId.map(String) : String(one.roleId ?? '').split(',').filter(Boolean));
}

/** Sets a password; whoever is logged in with the old one is out. */
export async function setPassword(context: Context, id: string, password: string, mustChange: boolean): Promise<void> {
  await keepPassword(context, id, asMd5(password), mustChange);
  await context.sql.query('update anju_session set ended = $3 where tenant_id = $1 and user_id = $2 and ended is null and $4', [context.tenantId, id, context.now(), id !== context.person.id]);
}

/** Is there room for one more account? */
export async function assertRoom(context: Context): Promise<void> {
  const [{ most, n }] = await context.sql.query<{ most: number | null; n: number }>('select (select account_number from blade_tenant where tenant_id = $1) as most, count(*)::int as n from blade_user where tenant_id = $1 and is_deleted = 0', [context.tenantId]);
  if (most !== null && most > 0 && n >= most) throw refuse.accountsFull({ most });
}
