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

/** Return the button codes by role id, those of its parent role included. */
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

/**
 * General scopes of a role from narrow to wide. `custom` may include anything, so only holders of every right assign
 * it.
 */
const widths = ['own', 'team', 'department', 'departmentBelow', 'all', 'custom'];

const seesAsMuch = ({ person }: Reading, scope: string): boolean =>
  widths.indexOf(scope) <= Math.max(...person.roles.map((own) => widths.indexOf(own.scope)));

/** Refuse a scope that is wider than the caller's. */
export function assertSees(context: Context, scope: string | null | undefined): void {
  if (scope && !isSuper(context) && !seesAsMuch(context, scope)) throw refuse.aboveYou();
}

/**
 * Return those of the roles that the caller may assign. Reserved roles need a caller with one; for others the caller
 * must hold all their buttons and a scope as wide.
 */
async function held(reading: Reading, roles: readonly Role[]): Promise<Role[]> {
  if (isSuper(reading)) return [...roles];
  const narrow = roles.filter((one) => !reserved.has(one.roleAlias) && seesAsMuch(reading, one.scope));
  const buttons = await buttonsOf(
    reading,
    narrow.map((one) => one.id),
  );
  return narrow.filter((one) => (buttons.get(one.id) ?? []).every((code) => reading.may(code)));
}

/** Return the roles that the caller may not assign. */
export async function beyond(reading: Reading, roles: readonly Role[]): Promise<Role[]> {
  const mine = new Set((await held(reading, roles)).map((one) => one.id));
  return roles.filter((one) => !mine.has(one.id));
}

/** Refuse roles that the caller may not assign. */
export async function assertHolds(context: Context, roleIds: readonly string[]): Promise<void> {
  if (isSuper(context) || !roleIds.length) return;
  const roles = await context.find(role, { id: [...roleIds] }, { limit: roleIds.length });
  if ((await beyond(context, roles)).length) throw refuse.aboveYou();
}

/** Return the scopes that the caller may assign to a role. */
export const scopesOffered = (reading: Reading): CallAnswer<typeof rangesToGive> =>
  Object.entries(roleScope.items)
    .filter(([scope]) => isSuper(reading) || seesAsMuch(reading, scope))
    .map(([id, [zh, en]]) => ({ id, label: labelIn([zh, en], reading.language) }));

const MAX_ROLES = 1000;

/** Return the roles that the caller may assign, for pickers and import templates. */
export async function rolesOffered(reading: Reading): Promise<RoleChoice[]> {
  const roles = await held(reading, await reading.find(role, { status: 1 }, { limit: MAX_ROLES }));
  return roles.map((one) => ({
    id: one.id,
    label: one.roleName,
    hint: reading.visible(role).present(one).roleAlias,
    parentId: one.parentId ?? '0',
  }));
}

/** Refuse changes of accounts with more rights than the caller: access to one would grant its rights. */
export async function assertNotAbove(context: Context, users: readonly WithRoles[]): Promise<void> {
  const [why] = (await above(context, users)).values();
  if (why) throw why;
}

/** A person's id and role ids, which are a list or comma-joined text. */
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

/** Return a refusal for each of these people who has rights that the caller lacks. */
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

/** Set a password and end the sessions of the old one. */
export async function setPassword(context: Context, id: string, password: string, mustChange: boolean): Promise<void> {
  await storePassword(context, id, asMd5(password), { mustChange, hashed: isHashed(password) });
  await endSessionsOf(context, id);
}

/** Refuse a new account if the company already has as many as it may have. */
export async function assertRoom(context: Context): Promise<void> {
  const [{ most, n }] = await context.sql.query<{ most: number | null; n: number }>(
    'select (select account_number from blade_tenant where tenant_id = $1) as most, count(*)::int as n from blade_user where tenant_id = $1 and is_deleted = 0',
    [context.tenantId],
  );
  if (most !== null && most > 0 && n >= most) throw refuse.accountsFull({ most });
}
