import type { Refusal } from '#kernel/language/refusal.ts';
import { labelIn } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { holdsEverything } from '#kernel/language/permission.ts';
import { asMd5, type Context, endSessionsOf, type Reading } from '#kernel/server';
import { roleScope } from '../../dictionaries.ts';
import { refuse } from '../../refusals.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { RoleChoice, rangesToGive } from '../role/role.calls.ts';
import { role } from '../role/role.paper.ts';
import { storePassword } from './password-policy.server.ts';
import { isHashed } from './password.rules.ts';

const reserved = new Set(['administrator', 'admin']);
const isSuper = ({ person }: Reading): boolean => person.roles.some(holdsEverything);

type Role = Row<typeof role>;

/** The buttons of each of these roles, with those of the roles it stands under. */
async function buttonsOf(
  reading: Reading,
  roleIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await reading.sql.query<{ id: string; codes: string[] }>(
    `with recursive held as (select id as of, id, parent_id from blade_role where tenant_id = $1 and id = any($2::bigint[]) union select held.of, r.id, r.parent_id from blade_role r join held on r.id = held.parent_id where r.tenant_id = $1)
    select held.of::text as id, array_agg(distinct m.code::text) as codes from held join blade_role_menu g on g.tenant_id = $1 and g.role_id = held.id join blade_menu m on m.id = g.menu_id and m.is_deleted = 0 and m.category = 2 group by held.of`,
    [reading.tenantId, [...roleIds]],
  );
  return new Map(rows.map((row) => [row.id, row.codes]));
}

/** How much of a company a role sees, from little to all; an own filter may be anything, so only who holds everything writes or gives one. */
const widths = ['own', 'team', 'department', 'departmentBelow', 'all', 'custom'];

const seesAsMuch = ({ person }: Reading, scope: string): boolean =>
  widths.indexOf(scope) <= Math.max(...person.roles.map((own) => widths.indexOf(own.scope)));

/** Nobody hands out a wider sight than his own. */
export function assertSees(context: Context, scope: string | null | undefined): void {
  if (scope && !isSuper(context) && !seesAsMuch(context, scope)) throw refuse.aboveYou();
}

/** Those of these roles that who asks may hand out: reserved ones are given by those who have one, others by who holds every button in them and sees as much. */
async function held(reading: Reading, roles: readonly Role[]): Promise<Role[]> {
  if (isSuper(reading)) return [...roles];
  const narrow = roles.filter((one) => !reserved.has(one.roleAlias) && seesAsMuch(reading, one.scope));
  const buttons = await buttonsOf(
    reading,
    narrow.map((one) => one.id),
  );
  return narrow.filter((one) => (buttons.get(one.id) ?? []).every((code) => reading.may(code)));
}

/** Those that he may not. */
export async function beyond(reading: Reading, roles: readonly Role[]): Promise<Role[]> {
  const mine = new Set((await held(reading, roles)).map((one) => one.id));
  return roles.filter((one) => !mine.has(one.id));
}

/** Nobody hands out what he does not hold. */
export async function assertHolds(context: Context, roleIds: readonly string[]): Promise<void> {
  if (isSuper(context) || !roleIds.length) return;
  const roles = await context.find(role, { id: [...roleIds] }, { limit: roleIds.length });
  if ((await beyond(context, roles)).length) throw refuse.aboveYou();
}

/** The ranges that who asks may give a role. */
export const scopesOffered = (reading: Reading): CallAnswer<typeof rangesToGive> =>
  Object.entries(roleScope.items)
    .filter(([scope]) => isSuper(reading) || seesAsMuch(reading, scope))
    .map(([id, [zh, en]]) => ({ id, label: labelIn([zh, en], reading.language) }));

const MOST_ROLES = 1000;

/** The roles that who asks may hand out, as pickers and sheets of choices read them. */
export async function rolesOffered(reading: Reading): Promise<RoleChoice[]> {
  const roles = await held(reading, await reading.find(role, { status: 1 }, { limit: MOST_ROLES }));
  return roles.map((one) => ({
    id: one.id,
    label: one.roleName,
    hint: reading.visible(role).present(one).roleAlias,
    parentId: one.parentId ?? '0',
  }));
}

/** Who gets in as somebody else gets what he has: accounts above oneself are not touched. */
export async function assertNotAbove(context: Context, users: readonly WithRoles[]): Promise<void> {
  const [why] = (await above(context, users)).values();
  if (why) throw why;
}

/** Somebody with his roles, as his row holds them. */
interface WithRoles {
  readonly id: string;
  readonly roleId?: unknown;
}

const rolesIn = ({ roleId }: WithRoles): string[] =>
  Array.isArray(roleId)
    ? roleId.map(String)
    : String(roleId ?? '')
        .split(',')
        .filter(Boolean);

/** Those of these people who hold what who asks does not: he leaves them as they are. */
export async function above(context: Context, users: readonly WithRoles[]): Promise<ReadonlyMap<string, Refusal>> {
  const others = users.filter((one) => one.id !== context.person.id);
  const ids = [...new Set(others.flatMap(rolesIn))];
  if (isSuper(context) || !ids.length) return new Map();
  const roles = await context.find(role, { id: ids }, { limit: ids.length });
  const more = new Set((await beyond(context, roles)).map((one) => one.id));
  return new Map(
    others.filter((one) => rolesIn(one).some((id) => more.has(id))).map((one) => [one.id, refuse.aboveYou()]),
  );
}

/** Sets a password; whoever is logged in with the old one is out. */
export async function setPassword(context: Context, id: string, password: string, mustChange: boolean): Promise<void> {
  await storePassword(context, id, asMd5(password), { mustChange, hashed: isHashed(password) });
  await endSessionsOf(context, id);
}

/** Is there room for one more account? */
export async function assertRoom(context: Context): Promise<void> {
  const [{ most, n }] = await context.sql.query<{ most: number | null; n: number }>(
    'select (select account_number from blade_tenant where tenant_id = $1) as most, count(*)::int as n from blade_user where tenant_id = $1 and is_deleted = 0',
    [context.tenantId],
  );
  if (most !== null && most > 0 && n >= most) throw refuse.accountsFull({ most });
}
