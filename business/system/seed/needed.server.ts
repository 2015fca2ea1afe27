import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import type { RoleSeed, Room } from '#kernel/language/room.ts';
import { hashPassword, md5 } from '#kernel/server/session/password.ts';
import { menuPlan } from './menu-plan.server.ts';
import { regionRows } from './regions.server.ts';

/** A tenant to be there from the start. */
export interface TenantSeed { readonly tenantId: string; readonly name: string; readonly linkman: string; readonly adminPassword: string; readonly mustChange: boolean; readonly platform: boolean }

type Ask = <R = Record<string, string>>(text: string, values?: unknown[]) => Promise<R[]>;
interface Seeding { readonly ask: Ask; readonly ms: number; readonly rooms: readonly Room[] }

const base = 'create_time, update_time';
const times = (n: number): string => `to_timestamp($${n} / 1000.0), to_timestamp($${n} / 1000.0)`;

/**
 * What the product cannot be without: menus, dictionaries, regions, roles, grants and a first administrator, all derived from the
 * definitions. Safe to repeat: what an administrator changed is kept, only what is new is added, and only new buttons are granted.
 */
export async function seedNeeded(ownerUrl: string, rooms: readonly Room[], tenants: readonly TenantSeed[], ms: number): Promise<boolean> {
  const sum = createHash('sha256').update(JSON.stringify([menuPlan(rooms), rooms.map((room) => [room.dictionaries, room.roles, room.groups, room.title]), tenants.map((one) => one.tenantId), 3])).digest('hex');
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const ask: Ask = async (text, values = []) => (await client.query(text, values)).rows;
  try {
    if ((await ask("select value from anju_meta where id = 'needed'"))[0]?.value === sum) return false;
    await ask('begin');
    await ask('select pg_advisory_xact_lock(47112027)');
    const seeding = { ask, ms, rooms };
    await seedRegions(seeding);
    await seedDictionaries(seeding, 'blade_dict', rooms.flatMap((room) => room.dictionaries).filter((one) => one.system), null);
    const fresh = await seedMenus(seeding);
    for (const tenant of tenants) await seedTenant(seeding, tenant);
    for (const { tenant_id: tenantId } of await ask('select tenant_id from blade_tenant where is_deleted = 0')) await furnish(seeding, tenantId, fresh);
    await ask("insert into anju_meta (id, value) values ('needed', $1) on conflict (id) do update set value = excluded.value", [sum]);
    await ask('commit');
    return true;
  } catch (error) {
    await ask('rollback').catch(() => []);
    throw error;
  } finally {
    await client.end();
  }
}

async function seedRegions({ ask, ms }: Seeding): Promise<void> {
  if ((await ask('select 1 from blade_region limit 1')).length) return;
  const rows = regionRows();
  const column = (pick: (row: (typeof rows)[number]) => string | number): unknown[] => rows.map(pick);
  await ask(`insert into blade_region (id, code, parent_code, name, level, ancestors, province_code, province_name, city_code, city_name, district_code, district_name, sort, ${base})
    select next_id($12), r.*, row_number() over (), ${times(12)} from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[]) r`,
  [column((r) => r.code), column((r) => r.parentCode), column((r) => r.name), column((r) => r.level), column((r) => r.ancestors), column((r) => r.provinceCode), column((r) => r.provinceName), column((r) => r.cityCode), column((r) => r.cityName), column((r) => r.districtCode), column((r) => r.districtName), ms]);
}

async function seedDictionaries({ ask, ms }: Seeding, table: string, all: readonly Dictionary[], tenantId: string | null): Promise<void> {
  const own = tenantId === null ? '' : 'tenant_id, ';
  const groups = all.map((one) => ({ code: one.code, key: '-1', zh: one.title[0], en: one.title[1], tone: null as string | null, sort: 0, sealed: one.sealed ? 1 : 0 }));
  const items = all.flatMap((one) => Object.entries(one.items).map(([key, [zh, en, tone]], at) => ({ code: one.code, key, zh, en, tone: tone ?? null, sort: at + 1, sealed: one.sealed ? 1 : 0 })));
  const add = async (rows: typeof groups, parent: string): Promise<void> => {
    await ask(`insert into ${table} (id, ${own}code, dict_key, dict_value, dict_value_en, tone, sort, is_sealed, parent_id, ${base})
      select next_id($8), ${tenantId === null ? '' : '$9, '}r.code, r.key, r.zh, r.en, r.tone, r.sort, r.sealed, ${parent}, ${times(8)}
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[]) with ordinality r(code, key, zh, en, tone, sort, sealed, at)
      where not exists (select 1 from ${table} d where d.code = r.code and d.dict_key = r.key and d.is_deleted = 0${tenantId === null ? '' : ' and d.tenant_id = $9'}) order by r.at`,
    [rows.map((r) => r.code), rows.map((r) => r.key), rows.map((r) => r.zh), rows.map((r) => r.en), rows.map((r) => r.tone), rows.map((r) => r.sort), rows.map((r) => r.sealed), ms, ...(tenantId === null ? [] : [tenantId])]);
  };
  await add(groups, 'null::bigint');
  await add(items, `(select p.id from ${table} p where p.code = r.code and p.dict_key = '-1' and p.is_deleted = 0${tenantId === null ? '' : ' and p.tenant_id = $9'} limit 1)`);
}

/** Adds menus and buttons that are new, and answers their ids by code; labels of an administrator are kept. */
async function seedMenus({ ask, ms, rooms }: Seeding): Promise<Map<string, string>> {
  const known = new Map((await ask<{ id: string; code: string }>('select id, code from blade_menu where is_deleted = 0')).map((row) => [row.code, row.id]));
  const fresh = new Map<string, string>();
  for (const plan of menuPlan(rooms)) {
    if (known.has(plan.code)) continue;
    const [{ id }] = await ask<{ id: string }>(`insert into blade_menu (id, name, name_en, code, parent_id, category, path, source, action, is_open, sort, ${base}) values (next_id($10), $1, $2, $3, $4, $5, $6, $7, $8, 1, $9, ${times(10)}) returning id`,
      [plan.label[0], plan.label[1], plan.code, plan.parent ? known.get(plan.parent) ?? null : null, plan.category, plan.path, plan.icon, plan.action, plan.sort, ms]);
    known.set(plan.code, id);
    fresh.set(plan.code, id);
  }
  return fresh;
}

async function seedTenant({ ask, ms }: Seeding, tenant: TenantSeed): Promise<void> {
  if ((await ask('select 1 from blade_tenant where tenant_id = $1', [tenant.tenantId])).length) return;
  await ask(`insert into blade_tenant (id, tenant_id, tenant_name, linkman, zone, account_number, ${base}) values (next_id($4), $1, $2, $3, 'Asia/Shanghai', -1, ${times(4)})`, [tenant.tenantId, tenant.name, tenant.linkman, ms]);
  const [{ id: dept }] = await ask<{ id: string }>(`insert into blade_dept (id, tenant_id, dept_name, full_name, dept_category, sort, ${base}) values (next_id($3), $1, $2, $2, 1, 1, ${times(3)}) returning id`, [tenant.tenantId, tenant.name, ms]);
  const alias = tenant.platform ? 'administrator' : 'admin';
  const [{ id: role }] = await ask<{ id: string }>(`insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, ${base}) values (next_id($4), $1, $2, $3, 'all', 1, ${times(4)}) returning id`, [tenant.tenantId, tenant.platform ? '平台管理员' : '管理员', alias, ms]);
  await ask(`insert into blade_user (id, tenant_id, account, password, real_name, name, role_id, dept_id, user_type, must_change, ${base}) values (next_id($6), $1, 'admin', $2, '管理员', '管理员', array[$3::bigint], array[$4::bigint], 1, $5, ${times(6)})`,
    [tenant.tenantId, await hashPassword(md5(tenant.adminPassword)), role, dept, tenant.mustChange, ms]);
}

/** Roles, dictionaries, top menus and default grants of one tenant. */
async function furnish(seeding: Seeding, tenantId: string, fresh: ReadonlyMap<string, string>): Promise<void> {
  const { ask, ms, rooms } = seeding;
  await seedDictionaries(seeding, 'blade_dict_biz', rooms.flatMap((room) => room.dictionaries).filter((one) => !one.system), tenantId);
  const had = new Set((await ask<{ alias: string }>('select role_alias as alias from blade_role where tenant_id = $1', [tenantId])).map((row) => row.alias));
  const seeds = rooms.flatMap((room) => room.roles ?? []).filter((one) => one.alias !== 'administrator');
  for (const [at, one] of seeds.entries()) {
    if (had.has(one.alias)) continue;
    await ask(`insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, parent_id, ${base}) values (next_id($5), $1, $2, $3, $4, $6, (select id from blade_role where tenant_id = $1 and role_alias = $7), ${times(5)})`,
      [tenantId, one.label[0], one.alias, one.scope, ms, at + 2, one.parent ?? null]);
  }
  await grantDefaults(seeding, tenantId, seeds, (alias, button) => fresh.has(button) || !had.has(alias));
  await seedTopMenus(seeding, tenantId);
}

/** Buttons that are new, and all buttons of roles that are new; what an administrator took away stays away. */
async function grantDefaults({ ask, rooms }: Seeding, tenantId: string, seeds: readonly RoleSeed[], isNew: (alias: string, button: string) => boolean): Promise<void> {
  const all = new Map((await ask<{ id: string; code: string }>('select id, code from blade_menu where is_deleted = 0')).map((row) => [row.code, row.id]));
  const grants: [string, string][] = [];
  for (const plan of menuPlan(rooms)) for (const alias of plan.roles) if (isNew(alias, plan.code)) grants.push([alias, all.get(plan.code)!]);
  for (const one of seeds) for (const button of one.buttons ?? []) if (all.has(button) && isNew(one.alias, button)) grants.push([one.alias, all.get(button)!]);
  await ask(`insert into blade_role_menu (tenant_id, role_id, menu_id) select $1, r.id, g.menu from unnest($2::text[], $3::bigint[]) g(alias, menu) join blade_role r on r.tenant_id = $1 and r.role_alias = g.alias on conflict do nothing`,
    [tenantId, grants.map(([alias]) => alias), grants.map(([, menu]) => menu)]);
}

/** One tab of the top bar a room: the menus of its groups. */
async function seedTopMenus({ ask, ms, rooms }: Seeding, tenantId: string): Promise<void> {
  for (const [at, room] of rooms.entries()) {
    const [made] = await ask<{ id: string }>(`insert into blade_top_menu (id, tenant_id, code, name, name_en, source, sort, ${base}) select next_id($6), $1, $2, $3, $4, $5, $7, ${times(6)}
      where not exists (select 1 from blade_top_menu where tenant_id = $1 and code = $2) returning id`, [tenantId, room.name, room.title[0], room.title[1], room.groups[0]?.icon ?? '', ms, at + 1]);
    if (!made) continue;
    await ask(`insert into blade_top_menu_setting (tenant_id, top_menu_id, menu_id)
      with recursive tree as (select id from blade_menu where code = any($3::text[]) and is_deleted = 0 union select m.id from blade_menu m join tree on m.parent_id = tree.id where m.is_deleted = 0)
      select $1, $2, id from tree on conflict do nothing`, [tenantId, made.id, room.groups.map((group) => group.code)]);
  }
}
