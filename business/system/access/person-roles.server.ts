import { type PersonRole, type Scope, reservedRoles } from '#kernel/language/permission.ts';
import type { Database, Tenancy } from '#kernel/server';
import { type ScopeRow, paperScopes, fieldsShownBy } from './scopes.rules.ts';

interface RoleRow {
  id: string;
  alias: string;
  scope: Scope;
  custom: Record<string, Record<string, string>> | null;
  parentId: string | null;
}

/** Grants of a company by role id: menu codes, data scopes, and paths of API scopes. */
interface Granted {
  readonly codes: ReadonlyMap<string, readonly string[]>;
  readonly scopes: ReadonlyMap<string, readonly ScopeRow[]>;
  readonly calls: ReadonlyMap<string, readonly string[]>;
}

/** Codes of menus by their ids. */
export type Codes = ReadonlyMap<string, string>;

/** By alias of a role: the buttons that it holds only on behalf of others. */
export type OnBehalfButtons = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Return the rights of a role, those of its parent included. A button is limited to work on behalf of others only if
 * each of the two that grants it has that limit.
 */
function held(role: RoleRow, parent: RoleRow | undefined, granted: Granted, onBehalfOf: OnBehalfButtons): PersonRole {
  const sources = [role, ...(parent ? [parent] : [])];
  const of = <T>(from: ReadonlyMap<string, readonly T[]>): T[] => sources.flatMap((one) => from.get(one.id) ?? []);
  const [buttons, scopes, calls] = [new Set(of(granted.codes)), of(granted.scopes), of(granted.calls)];
  const own = sources.map((one) => ({ codes: new Set(granted.codes.get(one.id)), stead: onBehalfOf.get(one.alias) }));
  const isInStead = (code: string): boolean => own.every((one) => !one.codes.has(code) || one.stead?.has(code));
  return {
    id: role.id,
    alias: role.alias,
    scope: role.scope,
    buttons,
    ...(own.some((one) => one.stead) && {
      onBehalfOf: reservedRoles.includes(role.alias)
        ? onBehalfOf.get(role.alias)
        : new Set([...buttons].filter(isInStead)),
    }),
    ...(role.scope === 'custom' && role.custom && { custom: role.custom }),
    ...(scopes.length > 0 && { papers: paperScopes(scopes), fields: fieldsShownBy(scopes) }),
    ...(calls.length > 0 && { calls: new Set(calls) }),
  };
}

/**
 * Return the roles of a company with all grants. Roles, grants, scopes and menu codes are separate queries: a join may
 * look up each grant by itself, which is thirty times slower.
 */
export async function askRoles(
  db: Database,
  tenancy: Tenancy,
  menuCodes: () => Promise<Codes>,
  onBehalfOf: OnBehalfButtons,
): Promise<PersonRole[]> {
  const [[roles, grants, scopes, calls], codes] = await Promise.all([
    db.read(tenancy, (sql) =>
      Promise.all([
        sql.query<RoleRow>(
          'select id, role_alias as alias, scope, custom_scope as custom, parent_id as "parentId" from blade_role where tenant_id = $1 and is_deleted = 0 and status = 1',
          [tenancy.tenantId],
        ),
        sql.query<{ role: string; menus: string[] }>(
          'select role_id as role, array_agg(menu_id) as menus from blade_role_menu where tenant_id = $1 group by role_id',
          [tenancy.tenantId],
        ),
        sql.query<ScopeRow & { role: string }>(
          `select g.role_id as role, d.resource_code as code, d.scope_type as type, nullif(d.scope_column, '-') as "column", d.scope_value as value, d.scope_match as match, d.scope_field as fields
        from blade_role_scope g join blade_data_scope d on d.id = g.scope_id and d.tenant_id = g.tenant_id and d.is_deleted = 0 and d.status = 1 where g.tenant_id = $1 and g.scope_category = 1`,
          [tenancy.tenantId],
        ),
        sql.query<{ role: string; calls: string[] }>(
          'select role_id as role, array_agg(scope_id) as calls from blade_role_scope where tenant_id = $1 and scope_category = 2 group by role_id',
          [tenancy.tenantId],
        ),
      ]),
    ),
    menuCodes(),
  ]);
  const granted: Granted = {
    codes: new Map(grants.map(({ role, menus }) => [role, menus.flatMap((menu) => codes.get(menu) ?? [])])),
    scopes: Map.groupBy(scopes, (scope) => scope.role),
    calls: new Map(calls.map((one) => [one.role, one.calls])),
  };
  const byId = new Map(roles.map((role) => [role.id, role]));
  return roles.map((role) => held(role, byId.get(role.parentId ?? ''), granted, onBehalfOf));
}
