import type { Dictionary } from '#kernel/language/dictionary.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import { type RoleSeed, type Room, topMenusOf } from '#kernel/language/room.ts';
import { menuPlan } from './menu-plan.server.ts';

/** Query PostgreSQL; return its rows. */
export type Ask = <R = Record<string, string>>(text: string, values?: unknown[]) => Promise<R[]>;

/** Rows that a room adds to every company, at its start and with new versions. Existing rows are unchanged. */
export interface Furnishing {
  /** Text that a room changes when it adds rows, so that existing companies get them too. */
  readonly version: string;
  readonly work: (ask: Ask, tenantId: string, ms: number) => Promise<void>;
}

/** Initial rows that rooms add to every company, in addition to dictionaries, roles and grants. */
export const furnishings = contribution<Furnishing>('system.furnishings');

/** Input of the seeding of a company: the query function, the time, and the rooms with their initial rows. */
export interface Seeding {
  readonly ask: Ask;
  readonly ms: number;
  readonly rooms: readonly Room[];
  readonly furnishings: readonly Furnishing[];
}

export const base = 'create_time, update_time';
export const times = (n: number): string => `to_timestamp($${n} / 1000.0), to_timestamp($${n} / 1000.0)`;

/**
 * Create a company's first department, its role with all rights, and its first account. An empty password prevents a
 * login.
 */
export async function seedAdministrator(
  { ask, ms }: Seeding,
  {
    tenantId,
    name,
    platform,
    password,
    mustChange,
  }: {
    readonly tenantId: string;
    readonly name: string;
    readonly platform: boolean;
    readonly password: string;
    readonly mustChange: boolean;
  },
): Promise<void> {
  const [{ id: dept }] = await ask<{ id: string }>(
    `insert into blade_dept (id, tenant_id, dept_name, full_name, dept_category, sort, ${base}) values (next_id($3), $1, $2, $2, 1, 1, ${times(3)}) returning id`,
    [tenantId, name, ms],
  );
  const [{ id: role }] = await ask<{ id: string }>(
    `insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, ${base}) values (next_id($4), $1, $2, $3, 'all', 1, ${times(4)}) returning id`,
    [tenantId, platform ? '平台管理员' : '管理员', platform ? 'administrator' : 'admin', ms],
  );
  await ask(
    `insert into blade_user (id, tenant_id, account, password, real_name, name, role_id, dept_id, user_type, must_change, ${base}) values (next_id($6), $1, 'admin', $2, '管理员', '管理员', array[$3::bigint], array[$4::bigint], 1, $5, ${times(6)})`,
    [tenantId, password, role, dept, mustChange, ms],
  );
}

/**
 * Add dictionaries and items, those of the platform for tenant null. Items that were removed, merged or renamed do not
 * return.
 */
export async function seedDictionaries(
  { ask, ms }: Seeding,
  table: string,
  all: readonly Dictionary[],
  tenantId: string | null,
): Promise<void> {
  const own = tenantId === null ? '' : 'tenant_id, ';
  const groups = all.map((one) => ({
    code: one.code,
    key: '-1',
    zh: one.title[0],
    en: one.title[1],
    tone: null as string | null,
    sort: 0,
    sealed: one.sealed ? 1 : 0,
    remark: '',
  }));
  const items = all.flatMap((one) =>
    Object.entries(one.items).map(([key, [zh, en, tone]], at) => ({
      code: one.code,
      key,
      zh,
      en,
      tone: tone ?? null,
      sort: at + 1,
      sealed: one.sealed ? 1 : 0,
      remark: (one.remarks as Readonly<Record<string, string>> | undefined)?.[key] ?? '',
    })),
  );
  const add = async (rows: typeof groups, parent: string): Promise<void> => {
    await ask(
      `insert into ${table} (id, ${own}code, dict_key, dict_value, dict_value_en, tone, sort, is_sealed, remark, parent_id, ${base})
      select next_id($9), ${tenantId === null ? '' : '$10, '}r.code, r.key, r.zh, r.en, r.tone, r.sort, r.sealed, nullif(r.remark, ''), ${parent}, ${times(9)}
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $8::text[]) with ordinality r(code, key, zh, en, tone, sort, sealed, remark, at)
      where not exists (select 1 from ${table} d where d.code = r.code and d.dict_key = r.key${tenantId === null ? '' : ' and d.tenant_id = $10'}) order by r.at`,
      [
        rows.map((r) => r.code),
        rows.map((r) => r.key),
        rows.map((r) => r.zh),
        rows.map((r) => r.en),
        rows.map((r) => r.tone),
        rows.map((r) => r.sort),
        rows.map((r) => r.sealed),
        rows.map((r) => r.remark),
        ms,
        ...(tenantId === null ? [] : [tenantId]),
      ],
    );
  };
  await add(groups, 'null::bigint');
  await add(
    items,
    `(select p.id from ${table} p where p.code = r.code and p.dict_key = '-1' and p.is_deleted = 0${tenantId === null ? '' : ' and p.tenant_id = $10'} limit 1)`,
  );
}

/** Add roles, dictionaries, top menus and default grants of one tenant. */
export async function furnish(seeding: Seeding, tenantId: string, fresh: ReadonlyMap<string, string>): Promise<void> {
  const { ask, ms, rooms } = seeding;
  await seedDictionaries(
    seeding,
    'blade_dict_biz',
    rooms.flatMap((room) => room.dictionaries).filter((one) => !one.system),
    tenantId,
  );
  const had = new Set(
    (await ask<{ alias: string }>('select role_alias as alias from blade_role where tenant_id = $1', [tenantId])).map(
      (row) => row.alias,
    ),
  );
  const seeds = rooms.flatMap((room) => room.roles ?? []).filter((one) => one.alias !== 'administrator');
  for (const [at, one] of seeds.entries()) {
    if (had.has(one.alias)) continue;
    await ask(
      `insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, parent_id, ${base}) values (next_id($5), $1, $2, $3, $4, $6, (select id from blade_role where tenant_id = $1 and role_alias = $7), ${times(5)})`,
      [tenantId, one.label[0], one.alias, one.scope, ms, at + 2, one.parent ?? null],
    );
  }
  await grantDefaults(seeding, tenantId, seeds, (alias, button) => fresh.has(button) || !had.has(alias));
  await seedTopMenus(seeding, tenantId);
  for (const furnishing of seeding.furnishings) await furnishing.work(ask, tenantId, ms);
}

/** Grant new buttons, and all buttons of new roles. A grant that an administrator removed stays removed. */
async function grantDefaults(
  { ask, rooms }: Seeding,
  tenantId: string,
  seeds: readonly RoleSeed[],
  isNew: (alias: string, button: string) => boolean,
): Promise<void> {
  const all = new Map(
    (await ask<{ id: string; code: string }>('select id, code from blade_menu where is_deleted = 0')).map((row) => [
      row.code,
      row.id,
    ]),
  );
  const grants: [string, string][] = [];
  // A removed menu gets no grant.
  const grant = (alias: string, button: string): void => {
    const id = all.get(button);
    if (id !== undefined && isNew(alias, button)) grants.push([alias, id]);
  };
  for (const plan of menuPlan(rooms)) for (const alias of plan.roles) grant(alias, plan.code);
  for (const one of seeds) for (const button of one.buttons ?? []) grant(one.alias, button);
  await ask(
    `insert into blade_role_menu (tenant_id, role_id, menu_id) select $1, r.id, g.menu from unnest($2::text[], $3::bigint[]) g(alias, menu) join blade_role r on r.tenant_id = $1 and r.role_alias = g.alias on conflict do nothing`,
    [tenantId, grants.map(([alias]) => alias), grants.map(([, menu]) => menu)],
  );
}

/** Add the tabs of the top bar, each with the menus of its groups. */
async function seedTopMenus({ ask, ms, rooms }: Seeding, tenantId: string): Promise<void> {
  for (const { code, label, icon, sort, groups } of topMenusOf(rooms)) {
    const [made] = await ask<{ id: string }>(
      `insert into blade_top_menu (id, tenant_id, code, name, name_en, source, sort, ${base}) select next_id($6), $1, $2, $3, $4, $5, $7, ${times(6)}
      where not exists (select 1 from blade_top_menu where tenant_id = $1 and code = $2) returning id`,
      [tenantId, code, ...label, icon, ms, sort],
    );
    if (!made) continue;
    await ask(
      `insert into blade_top_menu_setting (tenant_id, top_menu_id, menu_id)
      with recursive tree as (select id from blade_menu where code = any($3::text[]) and is_deleted = 0 union select m.id from blade_menu m join tree on m.parent_id = tree.id where m.is_deleted = 0)
      select $1, $2, id from tree on conflict do nothing`,
      [tenantId, made.id, groups],
    );
  }
}
