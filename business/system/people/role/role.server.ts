import type { CallInputOf } from '#kernel/language/calls/call.ts';
import type { Nested } from '#kernel/language/calls/shape.ts';
import { type Label, type Language, labelIn } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, http, implement, nested, type Reading } from '#kernel/server';
import { holdsEverything } from '#kernel/language/permission.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { refuse } from '../../refusals.ts';
import { assertHolds, assertSees, beyond, rolesOffered, scopesOffered } from '../user/accounts.server.ts';
import { whoseChoice } from '../whose-choice.server.ts';
import {
  type RoleChoice,
  type RoleNode,
  grantToRoles,
  rangesToGive,
  roleAliases,
  roleTree,
  rolesToHandOut,
  rolesToWorkIn,
  treeBelowRole,
} from './role.calls.ts';
import { role } from './role.paper.ts';

const reserved = new Set(['administrator', 'admin']);

interface Named {
  readonly id: string;
  readonly name: string;
  /** The English name, if any. */ readonly english?: string | null;
}

/** Maximum of names in the history; further ones are only counted. */
const NAMED = 12;

const joined = (parts: readonly Label[]): Label => [
  parts.map(([zh]) => zh).join('；'),
  parts.map(([, en]) => en).join('; '),
];

/** Return what a grant added and removed, by name. */
function granted(had: readonly Named[], has: readonly Named[]): Label {
  const beyond = (some: readonly Named[], others: readonly Named[]): Named[] => {
    const ids = new Set(others.map((one) => one.id));
    return some.filter((one) => !ids.has(one.id));
  };
  const listed = (some: readonly Named[]): Label => {
    const first = some.slice(0, NAMED);
    const more: Label = some.length > NAMED ? [`等${some.length}项`, ` and ${some.length - NAMED} more`] : ['', ''];
    return [
      `${first.map((one) => one.name).join('、')}${more[0]}`,
      `${first.map((one) => one.english || one.name).join(', ')}${more[1]}`,
    ];
  };
  const parts: Label[] = [[`共${has.length}项`, `${has.length} in all`]];
  const [more, fewer] = [beyond(has, had), beyond(had, has)];
  if (more.length) parts.push([`新增：${listed(more)[0]}`, `given: ${listed(more)[1]}`]);
  if (fewer.length) parts.push([`取消：${listed(fewer)[0]}`, `taken: ${listed(fewer)[1]}`]);
  return joined(parts);
}

/** SQL of a menu's name in both languages. A button is named with its page, since every page has a 查看. */
const NAMED_MENU = `case when m.category = 2 and p.id is not null then p.name || '：' || m.name else m.name end as name,
  case when m.category = 2 and p.id is not null then coalesce(nullif(p.name_en, ''), p.name) || ': ' || coalesce(nullif(m.name_en, ''), m.name) else m.name_en end as english`;

/** Store grants exactly as ticked. Refuse grants that the caller lacks, and changes of the caller's own roles. */
async function grant(
  { roleIds, menuIds, dataScopeIds, apiScopeIds }: CallInputOf<typeof grantToRoles>,
  context: Context,
): Promise<unknown> {
  const roles = await context.find(role, { id: roleIds ?? [] });
  const all = context.person.roles.some(holdsEverything);
  for (const one of roles) await assertBelow(context, one);
  const menus = await context.sql.query<Named & { code: string; category: number }>(
    `select m.id, ${NAMED_MENU}, m.code, m.category from blade_menu m left join blade_menu p on p.id = m.parent_id where m.id = any($1::bigint[]) and m.is_deleted = 0`,
    [menuIds ?? []],
  );
  if (
    menus.some((menu) =>
      all ? context.person.within?.has(menu.code) === false : menu.category === 2 && !context.may(menu.code),
    )
  )
    throw refuse.aboveYou();
  for (const one of roles) {
    const had = await context.sql.query<Named>(
      `select m.id, ${NAMED_MENU} from blade_role_menu g join blade_menu m on m.id = g.menu_id left join blade_menu p on p.id = m.parent_id where g.tenant_id = $1 and g.role_id = $2 for update of g`,
      [context.tenantId, one.id],
    );
    const ids = menus.map((menu) => menu.id);
    // A grant that is unchanged retains its author and date.
    await context.sql.query(
      'delete from blade_role_menu where tenant_id = $1 and role_id = $2 and menu_id <> all($3::bigint[])',
      [context.tenantId, one.id, ids],
    );
    await context.sql.query(
      'insert into blade_role_menu (tenant_id, role_id, menu_id, granted_by, granted_at) select $1, $2, unnest($3::bigint[]), $4, $5 on conflict do nothing',
      [context.tenantId, one.id, ids, context.person.id, context.now()],
    );
    const scopes = [
      dataScopeIds && (await grantScopes(context, one.id, 1, dataScopeIds)),
      apiScopeIds && (await grantScopes(context, one.id, 2, apiScopeIds)),
    ];
    await context.note(role, one.id, 'grant', joined([granted(had, menus), ...scopes].filter((part) => part !== null)));
  }
  return {};
}

const scopeTables = {
  1: ['blade_data_scope', ['数据权限', 'data scopes: ']],
  2: ['blade_api_scope', ['接口权限', 'API scopes: ']],
} as const;

/**
 * Store the data scopes (1) or API scopes (2) of a role; return the changes by name. A caller without all rights grants
 * only their own.
 */
async function grantScopes(
  context: Context,
  roleId: string,
  category: 1 | 2,
  ids: readonly string[],
): Promise<Label | null> {
  const [table, title] = scopeTables[category];
  const has = await context.sql.query<Named>(
    `select id, scope_name as name from ${table} where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0`,
    [context.tenantId, [...ids]],
  );
  if (!context.person.roles.some(holdsEverything)) {
    const own = new Set(
      (
        await context.sql.query<{ id: string }>(
          'select scope_id as id from blade_role_scope where tenant_id = $1 and scope_category = $2 and role_id = any($3::bigint[])',
          [context.tenantId, category, context.person.roles.map((one) => one.id)],
        )
      ).map((row) => row.id),
    );
    if (has.some((one) => !own.has(one.id))) throw refuse.aboveYou();
  }
  const had = await context.sql.query<Named>(
    `delete from blade_role_scope g using ${table} d where g.tenant_id = $1 and g.role_id = $2 and g.scope_category = $3 and d.id = g.scope_id and d.tenant_id = g.tenant_id returning d.id, d.scope_name as name`,
    [context.tenantId, roleId, category],
  );
  await context.sql.query(
    'insert into blade_role_scope (tenant_id, role_id, scope_category, scope_id) select $1, $2, $3, unnest($4::bigint[])',
    [context.tenantId, roleId, category, has.map((one) => one.id)],
  );
  if (!had.length && !has.length) return null;
  const [zh, en] = granted(had, has);
  return [`${title[0]}${zh}`, `${title[1]}${en}`];
}

/** Return a refusal for each role that the caller holds, or that has more rights or scope than the caller. */
async function notBelow(context: Context, roles: readonly Row<typeof role>[]): Promise<ReadonlyMap<string, Refusal>> {
  if (context.person.roles.some(holdsEverything)) return new Map();
  const own = new Set(context.person.roles.map((one) => one.id));
  const above = await beyond(
    context,
    roles.filter((one) => !own.has(one.id)),
  );
  return new Map([
    ...above.map((one): [string, Refusal] => [one.id, refuse.aboveYou()]),
    ...roles.filter((one) => own.has(one.id)).map((one): [string, Refusal] => [one.id, refuse.notYourself()]),
  ]);
}

async function assertBelow(context: Context, one: Row<typeof role>): Promise<void> {
  for (const why of (await notBelow(context, [one])).values()) throw why;
}

/** Refuse a role with a wider scope than the caller's, or below a parent with more rights. */
async function assertNotWider(
  context: Context,
  before: Row<typeof role> | null,
  values: Partial<Row<typeof role>>,
): Promise<void> {
  if (context.person.roles.some(holdsEverything)) return;
  if (before) await assertBelow(context, before);
  assertSees(context, values.scope);
  if (values.parentId) await assertHolds(context, [values.parentId]);
}

const nodeOf = ({ id, label, parentId }: Pick<RoleChoice, 'id' | 'label' | 'parentId'>): RoleNode => ({
  id,
  parentId,
  title: label,
  key: id,
  value: id,
});

async function allRoles(reading: Reading): Promise<RoleNode[]> {
  const rows = await reading.sql.query<Pick<RoleChoice, 'id' | 'label' | 'parentId'>>(
    'select id, coalesce(parent_id, 0)::text as "parentId", role_name as label from blade_role where tenant_id = $1 and is_deleted = 0 order by sort, id',
    [reading.tenantId],
  );
  return rows.map(nodeOf);
}

/**
 * Return the tree of roles to choose from: all for readers of roles; for managers of people, those that they may
 * assign.
 */
async function rolesToChoose(reading: Reading): Promise<readonly Nested<RoleNode>[]> {
  if (reading.may('blade_role_view')) return nested(await allRoles(reading), 'parentId');
  if (!['view', 'add', 'edit'].some((action) => reading.may(`blade_user_${action}`))) throw http.forbidden();
  return nested((await rolesOffered(reading)).map(nodeOf), 'parentId');
}

/** Return the tree of all roles, or of one role and those below it. */
function treeBelow(rows: readonly RoleNode[], roleId: string | null): readonly Nested<RoleNode>[] {
  if (!roleId) return nested(rows, 'parentId');
  const within = new Set([roleId]);
  for (let grown = true; grown;) {
    grown = false;
    for (const row of rows)
      if (within.has(row.parentId) && !within.has(row.id)) {
        within.add(row.id);
        grown = true;
      }
  }
  return nested(
    rows.filter((row) => within.has(row.id)),
    'parentId',
  );
}

/** Describe a custom scope: 客户：客户级别 等于 贵宾 */
async function customTold(context: Context, row: Row<typeof role>, language: Language): Promise<string> {
  const papers = context.rooms.flatMap((room) => room.papers);
  const descriptions = Object.entries(row.customScope ?? {}).map(async ([table, filter]) => {
    const of = papers.find((one) => one.table === table);
    const conditions = of
      ? await Promise.all(
          Object.entries(filter).map(([name, value]) => context.inWords(of, name, String(value), language)),
        )
      : [];
    return `${of ? labelIn(of.title, language) : table}${labelIn(['：', ': '], language)}${conditions.join(labelIn(['，', ', '], language))}`;
  });
  return (await Promise.all(descriptions)).join(labelIn(['；', '; '], language));
}

export default behaviour<typeof role>(role, {
  describe: { customScope: customTold },
  async saving(context, { before, values }) {
    const alias = values.roleAlias;
    if (alias && reserved.has(alias) && alias !== before?.roleAlias && !(alias === 'admin' && context.person.platform))
      throw refuse.reservedAlias({
        fields: [{ field: 'roleAlias', words: ['该角色别名由系统保留', 'This alias is reserved'] }],
      });
    if (before && reserved.has(before.roleAlias) && alias && alias !== before.roleAlias) throw refuse.reservedAlias();
    await assertNotWider(context, before, values);
  },
  async staying(context, rows) {
    const isReserved = (row: Row<typeof role>): boolean => reserved.has(row.roleAlias);
    return new Map([
      ...(await notBelow(
        context,
        rows.filter((row) => !isReserved(row)),
      )),
      ...rows.filter(isReserved).map((row): [string, Refusal] => [row.id, refuse.reservedAlias()]),
    ]);
  },
  restoring: assertBelow,
  calls: [
    implement(grantToRoles, { write: grant }),
    implement(rolesToWorkIn, {
      read: ({ userId }, reading) =>
        reading.sql.query(
          'select r.id, r.role_name as "roleName", r.role_alias as "roleAlias" from blade_role r where r.tenant_id = $1 and r.is_deleted = 0 and r.id = any((select u.role_id from blade_user u where u.tenant_id = $1 and u.id = $2)::bigint[]) order by r.sort',
          [reading.tenantId, whoseChoice(reading, userId)],
        ),
    }),
    implement(roleAliases, {
      read: (_asked, reading) =>
        reading.sql.query(
          'select id, role_name as "roleName", role_alias as "roleAlias" from blade_role where tenant_id = $1 and is_deleted = 0 order by sort',
          [reading.tenantId],
        ),
    }),
    implement(rolesToHandOut, { read: (_asked, reading) => rolesOffered(reading) }),
    implement(roleTree, { read: (_asked, reading) => rolesToChoose(reading) }),
    implement(rangesToGive, { read: async (_asked, reading) => scopesOffered(reading) }),
    implement(treeBelowRole, {
      read: async ({ roleId }, reading) => treeBelow(await allRoles(reading), roleId),
    }),
  ],
});
