import { createHash } from 'node:crypto';
import pg from 'pg';
import { type Room, topMenusOf } from '#kernel/language/room.ts';
import { seedClients } from '../clients/seed-clients.server.ts';
import { hashPassword, md5, readMeta, writeMeta } from '#kernel/server';
import { type MenuPlan, menuPlan } from './menu-plan.server.ts';
import {
  type Ask,
  type Furnishing,
  type Seeding,
  base,
  furnish,
  seedAdministrator,
  seedDictionaries,
  times,
} from './furnish.server.ts';
import { regionRows } from './regions.server.ts';

/** A tenant that exists from the start. */
export interface TenantSeed {
  readonly tenantId: string;
  readonly name: string;
  readonly linkman: string;
  readonly adminPassword: string;
  readonly mustChange: boolean;
  readonly platform: boolean;
}

/**
 * Create required data from the definitions: menus, dictionaries, regions, roles, grants, first administrator. Safe to
 * repeat: changes by administrators remain. Only new rows are added, and only new buttons granted.
 */
export async function seedNeeded(
  ownerUrl: string,
  rooms: readonly Room[],
  tenants: readonly TenantSeed[],
  ms: number,
  furnishings: readonly Furnishing[] = [],
): Promise<boolean> {
  const sum = createHash('sha256')
    .update(
      JSON.stringify([
        menuPlan(rooms),
        rooms.map((room) => [room.dictionaries, room.roles]),
        topMenusOf(rooms),
        tenants.map((one) => one.tenantId),
        furnishings.map((one) => one.version),
        5,
      ]),
    )
    .digest('hex');
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const ask: Ask = async (text, values = []) => (await client.query(text, values)).rows;
  try {
    if ((await readMeta(ask, 'needed')) === sum) return false;
    await ask('begin');
    await ask('select pg_advisory_xact_lock(47112027)');
    const seeding = { ask, ms, rooms, furnishings };
    await seedRegions(seeding);
    await seedClients(seeding);
    await seedDictionaries(
      seeding,
      'blade_dict',
      rooms.flatMap((room) => room.dictionaries).filter((one) => one.system),
      null,
    );
    const fresh = await seedMenus(seeding);
    for (const tenant of tenants) await seedTenant(seeding, tenant);
    for (const { tenant_id: tenantId } of await ask('select tenant_id from blade_tenant where is_deleted = 0'))
      await furnish(seeding, tenantId, fresh);
    await writeMeta(ask, 'needed', sum);
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
  await ask(
    `insert into blade_region (id, code, parent_code, name, level, ancestors, province_code, province_name, city_code, city_name, district_code, district_name, sort, ${base})
    select next_id($12), r.*, row_number() over (), ${times(12)} from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[]) r`,
    [
      column((r) => r.code),
      column((r) => r.parentCode),
      column((r) => r.name),
      column((r) => r.level),
      column((r) => r.ancestors),
      column((r) => r.provinceCode),
      column((r) => r.provinceName),
      column((r) => r.cityCode),
      column((r) => r.cityName),
      column((r) => r.districtCode),
      column((r) => r.districtName),
      ms,
    ],
  );
}

/** Return the alias of a menu or the kind of a button, which forms of published clients require. */
const aliasOf = ({ code, category }: MenuPlan): string =>
  category === 1 ? 'menu' : code.slice(code.lastIndexOf('_') + 1);

/** Add new menus and buttons; return their ids by code. Labels changed by an administrator remain. */
async function seedMenus({ ask, ms, rooms }: Seeding): Promise<Map<string, string>> {
  const known = new Map(
    (await ask<{ id: string; code: string }>('select id, code from blade_menu where is_deleted = 0')).map((row) => [
      row.code,
      row.id,
    ]),
  );
  const fresh = new Map<string, string>();
  await ask(
    "update blade_menu set alias = case category when 1 then 'menu' else regexp_replace(code, '^.*_', '') end where coalesce(alias, '') = '' and is_deleted = 0",
  );
  for (const plan of menuPlan(rooms)) {
    if (known.has(plan.code)) {
      // Rename a button that still has its former label, and attach one that was created before its page.
      if (plan.formerly)
        await ask(
          'update blade_menu set name = $2, name_en = $3 where code = $1 and name = $4 and name_en = $5 and is_deleted = 0',
          [plan.code, ...plan.label, ...plan.formerly],
        );
      if (plan.parent && plan.category === 2)
        await ask('update blade_menu set parent_id = $2 where code = $1 and parent_id is null and is_deleted = 0', [
          plan.code,
          known.get(plan.parent) ?? null,
        ]);
      continue;
    }
    const [{ id }] = await ask<{ id: string }>(
      `insert into blade_menu (id, name, name_en, code, parent_id, category, path, source, action, is_open, sort, alias, ${base}) values (next_id($10), $1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $11, ${times(10)}) returning id`,
      [
        plan.label[0],
        plan.label[1],
        plan.code,
        plan.parent ? (known.get(plan.parent) ?? null) : null,
        plan.category,
        plan.path,
        plan.icon,
        plan.action,
        plan.sort,
        ms,
        aliasOf(plan),
      ],
    );
    known.set(plan.code, id);
    fresh.set(plan.code, id);
  }
  return fresh;
}

async function seedTenant(seeding: Seeding, tenant: TenantSeed): Promise<void> {
  const { ask, ms } = seeding;
  if ((await ask('select 1 from blade_tenant where tenant_id = $1', [tenant.tenantId])).length) return;
  await ask(
    `insert into blade_tenant (id, tenant_id, tenant_name, linkman, zone, account_number, ${base}) values (next_id($4), $1, $2, $3, 'Asia/Shanghai', -1, ${times(4)})`,
    [tenant.tenantId, tenant.name, tenant.linkman, ms],
  );
  await seedAdministrator(seeding, { ...tenant, password: await hashPassword(md5(tenant.adminPassword)) });
}
