import type { Dictionary } from '#kernel/language/dictionary.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Nested } from '#kernel/language/calls/shape.ts';
import { holdsEverything } from '#kernel/language/permission.ts';
import { behaviour, http, implement, nested, type Reading } from '#kernel/server';
import { buttonFunc, menuCategory, openMode } from '../../dictionaries.ts';
import {
  type GrantNode,
  type MenuMeaning,
  type WordedMenu,
  grantTopTree,
  grantTree,
  keysOfRoles,
  keysOfTopMenus,
  meaningOfMenus,
  menuLevel,
  menuTree,
} from './menu.calls.ts';
import { menu } from './menu.paper.ts';
import { familyClientNamed } from '../../clients/known-clients.server.ts';
import { type MenuFacts, familyFacts, storedValues } from '../family/family-row.rules.ts';
import { role } from '../../people/role/role.paper.ts';
import { buttonOf } from '#kernel/language/paper.ts';

/** Return the menus and scopes that the caller may grant: all for reserved roles, else their own. */
async function grantTrees(reading: Reading): Promise<CallAnswer<typeof grantTree>> {
  const rows = (
    await reading.sql.query<TreeRow<GrantNode>>(
      `select id, coalesce(parent_id, 0)::text as "parentId", name as title, name_en as "titleEn", id as key, id as value, code, category, coalesce(path, '') as path, coalesce(source, '') as source from blade_menu where is_deleted = 0 order by sort, id`,
    )
  ).map(await spelledForClient(reading));
  const all = reading.person.roles.some(holdsEverything);
  const bought = rows.filter((row) => reading.person.within?.has(row.code) ?? true);
  const grantable = all
    ? withAncestors(rows, bought)
    : bought.filter((row) => row.category === 1 || reading.may(row.code));
  return {
    menu: nested(grantable, 'parentId'),
    dataScope: await scopeTree(reading, rows, 1, all),
    apiScope: await scopeTree(reading, rows, 2, all),
  };
}

/** A row with the columns from which a tree is built. */
type TreeRow<T> = T & { readonly id: string; readonly parentId: string; readonly code: string };

/** Return the chosen rows with all their ancestors, so that they form a tree. */
function withAncestors<T extends TreeRow<unknown>>(rows: readonly T[], chosen: readonly T[]): T[] {
  if (chosen.length === rows.length) return [...rows];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const included = new Set<T>();
  for (const row of chosen)
    for (let one: T | undefined = row; one && !included.has(one); one = byId.get(one.parentId)) included.add(one);
  return rows.filter((row) => included.has(row));
}

type WordedName = 'categoryName' | 'actionName' | 'isOpenName';
type StoredMenu = TreeRow<Omit<WordedMenu, WordedName>> & { readonly action: number; readonly isOpen: number };

const wordOf = (of: Dictionary, key: number, language: Language): string => {
  const [zh, en] = of.items[String(key)] ?? ['', ''];
  return labelIn([zh, en], language);
};

/** Add the labels of dictionary values to a menu, as in the list of the paper. */
const inWords =
  (language: Language) =>
  (row: StoredMenu): TreeRow<WordedMenu> => ({
    ...row,
    parentName: labelIn([row.parentName, row.parentNameEn], language),
    categoryName: wordOf(menuCategory, row.category, language),
    actionName: wordOf(buttonFunc, row.action, language),
    isOpenName: wordOf(openMode, row.isOpen, language),
  });

/** Return menus without buttons: nested, or (`lazy`) of one level. A caller without all rights sees their own. */
async function menusAlone(
  query: CallInputOf<typeof menuTree>,
  reading: Reading,
  lazy: boolean,
): Promise<CallAnswer<typeof menuTree>> {
  const rows = (
    await reading.sql
      .query<StoredMenu>(`select m.id, coalesce(m.parent_id, 0)::text as "parentId", m.code, m.name, coalesce(m.name_en, m.name) as "nameEn", coalesce(m.path, '') as path, coalesce(m.source, '') as source, m.sort, m.category,
    coalesce(m.alias, '') as alias, coalesce(m.action, 1) as action, coalesce(m.is_open, 1) as "isOpen", coalesce(m.remark, '') as remark, 0 as "isDeleted", coalesce(p.name, '') as "parentName", coalesce(p.name_en, p.name, '') as "parentNameEn", exists (select 1 from blade_menu c where c.parent_id = m.id and c.category = 1 and c.is_deleted = 0) as "hasChildren"
    from blade_menu m left join blade_menu p on p.id = m.parent_id and p.is_deleted = 0 where m.is_deleted = 0 and m.category = 1 order by m.sort, m.id`)
  )
    .map(inWords(reading.language))
    .map(await spelledForClient(reading));
  const all = reading.person.roles.some(holdsEverything);
  const held = rows.filter(
    (row) => (reading.person.within?.has(row.code) ?? true) && (all || reading.may(`${row.code}_view`)),
  );
  const [name, code] = [query.name ?? '', query.code ?? ''].map((one) => one.toLowerCase());
  const visible = withAncestors(rows, held);
  const found =
    name || code
      ? visible.filter((row) => row.name.toLowerCase().includes(name) && row.code.toLowerCase().includes(code))
      : visible;
  if (lazy) return name || code ? found : found.filter((row) => row.parentId === (query.parentId ?? '0'));
  return nested(withAncestors(visible, found), 'parentId');
}

const scopeTables = { 1: 'blade_data_scope', 2: 'blade_api_scope' } as const;

/** Return the scopes that the caller may grant, each below its page. */
async function scopeTree(
  reading: Reading,
  menus: readonly TreeRow<GrantNode>[],
  category: 1 | 2,
  all: boolean,
): Promise<readonly Nested<GrantNode>[]> {
  const scopes = await reading.sql.query<TreeRow<GrantNode>>(
    `select d.id, d.menu_id::text as "parentId", d.scope_name as title, d.scope_name as "titleEn", d.id as key, d.id as value, 2 as category, '' as code, '' as path, '' as source from ${scopeTables[category]} d
    where d.tenant_id = $1 and d.is_deleted = 0 and ($2 or exists (select 1 from blade_role_scope g where g.tenant_id = d.tenant_id and g.scope_category = $3 and g.scope_id = d.id and g.role_id = any($4::bigint[]))) order by d.id`,
    [reading.tenantId, all, category, reading.person.roles.map((role) => role.id)],
  );
  const owners = new Set(scopes.map((scope) => scope.parentId));
  return nested(
    withAncestors([...menus, ...scopes], [...menus.filter((menu) => owners.has(menu.id)), ...scopes]),
    'parentId',
  );
}

const scopeKeys = async (reading: Reading, category: 1 | 2, roleIds: readonly string[]): Promise<string[]> =>
  (
    await reading.sql.query<{ id: string }>(
      'select distinct scope_id as id from blade_role_scope where tenant_id = $1 and scope_category = $2 and role_id = any($3::bigint[])',
      [reading.tenantId, category, [...roleIds]],
    )
  ).map((row) => row.id);

/** Maximum of names of each kind in an answer; further ones are only counted. */
const NAMED = 6;
const MAX_REQUESTED = 50;

/**
 * Return the extent of a change of these menus: how many are below them, and the roles, top menus and packages that
 * include one.
 */
async function meaningOf(ids: readonly string[] | null, reading: Reading): Promise<MenuMeaning> {
  const chosen = (ids ?? []).slice(0, MAX_REQUESTED);
  const inside = await reading.sql.query<{ id: string }>(
    'with recursive t as (select id from blade_menu where id = any($1::bigint[]) and is_deleted = 0 union select m.id from blade_menu m join t on m.parent_id = t.id where m.is_deleted = 0) select id from t',
    [chosen],
  );
  const within = inside.map((row) => row.id);
  const named = async (text: string, values: readonly unknown[]): Promise<string[]> =>
    (await reading.sql.query<{ name: string }>(text, values)).map((row) => row.name);
  const [roles, topMenus, packages] = [
    await named(
      'select r.role_name as name from blade_role r where r.tenant_id = $1 and r.is_deleted = 0 and exists (select 1 from blade_role_menu g where g.tenant_id = r.tenant_id and g.role_id = r.id and g.menu_id = any($2::bigint[])) order by r.sort, r.id',
      [reading.tenantId, within],
    ),
    await named(
      'select t.name from blade_top_menu t where t.tenant_id = $1 and t.is_deleted = 0 and exists (select 1 from blade_top_menu_setting s where s.tenant_id = t.tenant_id and s.top_menu_id = t.id and s.menu_id = any($2::bigint[])) order by t.sort, t.id',
      [reading.tenantId, within],
    ),
    await named(
      'select package_name as name from blade_tenant_package where is_deleted = 0 and menu_id && $1::bigint[] order by id',
      [within],
    ),
  ];
  const below = Math.max(0, within.length - chosen.length);
  return {
    below,
    roles: roles.slice(0, NAMED),
    topMenus: topMenus.slice(0, NAMED),
    packages: packages.slice(0, NAMED),
    counts: { below, roles: roles.length, topMenus: topMenus.length, packages: packages.length },
  };
}

/** Return the menus and scopes granted to these roles. The caller must be able to read the roles. */
async function roleKeys(
  { roleIds: requested }: CallInputOf<typeof keysOfRoles>,
  reading: Reading,
): Promise<CallAnswer<typeof keysOfRoles>> {
  if (!reading.may(buttonOf(role, 'view'))) throw http.forbidden();
  const roleIds = requested ?? [];
  if (roleIds.length) await reading.visible(role).all(roleIds);
  const menus = await reading.sql.query<{ id: string }>(
    'select distinct menu_id as id from blade_role_menu where tenant_id = $1 and role_id = any($2::bigint[])',
    [reading.tenantId, roleIds],
  );
  return {
    menu: menus.map((row) => row.id),
    dataScope: await scopeKeys(reading, 1, roleIds),
    apiScope: await scopeKeys(reading, 2, roleIds),
  };
}

/** Return a function that spells path and icon of rows for the published client of the session. */
async function spelledForClient(reading: Reading): Promise<<T extends MenuFacts>(row: T) => T> {
  const client = await familyClientNamed(reading.sql, reading.origin.client ?? '');
  return (row) => (client ? { ...row, ...familyFacts(row, client) } : row);
}

export default behaviour(menu, {
  forFamily: (row, client) => ({ ...row, ...familyFacts(row as unknown as MenuFacts, client) }),
  saving: async (_context, { before, values }) => (before ? storedValues(before, values) : {}),
  calls: [
    implement(menuTree, { read: (asked, reading) => menusAlone(asked, reading, false) }),
    implement(menuLevel, { read: (asked, reading) => menusAlone(asked, reading, true) }),
    implement(meaningOfMenus, { read: ({ ids }, reading) => meaningOf(ids, reading) }),
    implement(grantTree, { read: (_asked, reading) => grantTrees(reading) }),
    implement(grantTopTree, { read: (_asked, reading) => grantTrees(reading) }),
    implement(keysOfRoles, { read: roleKeys }),
    implement(keysOfTopMenus, {
      read: async ({ topMenuIds }, reading) => ({
        menu: (
          await reading.sql.query<{ id: string }>(
            'select distinct menu_id as id from blade_top_menu_setting where tenant_id = $1 and top_menu_id = any($2::bigint[])',
            [reading.tenantId, topMenuIds ?? []],
          )
        ).map((row) => row.id),
      }),
    }),
  ],
});
