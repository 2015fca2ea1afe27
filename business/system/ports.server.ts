import type { Dictionary, Tone } from '#kernel/language/dictionary.ts';
import type { HeldRole, Person, Scope } from '#kernel/language/permission.ts';
import type { Room } from '#kernel/language/room.ts';
import type { Clock } from '#kernel/server/time/clock.ts';
import type { Database, Tenancy } from '#kernel/server/database/database.ts';
import type { Choice, Ports } from '#kernel/server/ports/ports.ts';
import { Kept } from './kept.server.ts';

const PLATFORM = '000000';
const KEEP_MS = 10_000;

interface UserRow { id: string; account: string; realName: string; roles: string[] | null; depts: string[] | null }
interface RoleRow { id: string; alias: string; scope: Scope; custom: Record<string, Record<string, string>> | null; parentId: string | null }
interface DeptRow { id: string; parentId: string | null; teams: string[] | null }

/** A lead counts as its parent role too: its buttons are its own and its parent's. */
function withParents(roles: readonly RoleRow[], granted: ReadonlyMap<string, readonly string[]>): HeldRole[] {
  return roles.map((role) => {
    const ofParent = roles.some((one) => one.id === role.parentId) ? granted.get(role.parentId!) : undefined;
    const buttons = new Set([...granted.get(role.id) ?? [], ...ofParent ?? []]);
    return { id: role.id, alias: role.alias, scope: role.scope, buttons, ...(role.scope === 'custom' && role.custom && { custom: role.custom }) };
  });
}

function below(depts: readonly DeptRow[], roots: readonly string[]): DeptRow[] {
  const found = new Map(depts.filter((dept) => roots.includes(dept.id)).map((dept) => [dept.id, dept]));
  for (let grown = true; grown;) {
    grown = false;
    for (const dept of depts) if (!found.has(dept.id) && dept.parentId && found.has(dept.parentId)) { found.set(dept.id, dept); grown = true; }
  }
  return [...found.values()];
}

type Codes = ReadonlyMap<string, string>;

/** Roles, what they were granted and what menus are called are asked for one by one: joined, PostgreSQL may look for each grant of each role on its own, which takes thirty times as long. */
async function askRoles(db: Database, tenancy: Tenancy, menuCodes: () => Promise<Codes>): Promise<HeldRole[]> {
  const [[roles, grants], codes] = await Promise.all([
    db.read(tenancy, (sql) => Promise.all([
      sql.query<RoleRow>('select id, role_alias as alias, scope, custom_scope as custom, parent_id as "parentId" from blade_role where tenant_id = $1 and is_deleted = 0 and status = 1', [tenancy.tenantId]),
      sql.query<{ role: string; menus: string[] }>('select role_id as role, array_agg(menu_id) as menus from blade_role_menu where tenant_id = $1 group by role_id', [tenancy.tenantId]),
    ])),
    menuCodes(),
  ]);
  return withParents(roles, new Map(grants.map(({ role, menus }) => [role, menus.flatMap((menu) => codes.get(menu) ?? [])])));
}

/** People, dictionaries and settings for the kernel: read from the tables of this room and kept for ten seconds, or until they change. */
export function systemPorts(db: Database, clock: Clock, rooms: readonly Room[]): Ports {
  const kept = new Kept(clock, KEEP_MS);
  const definitions = new Map<string, Dictionary>(rooms.flatMap((room) => room.dictionaries).map((one) => [one.code, one]));
  const standard = new Map(rooms.flatMap((room) => room.parameters ?? []).map((one) => [one.key, one.initial]));

  const rolesOf = (tenancy: Tenancy): Promise<HeldRole[]> => kept.get(tenancy.tenantId, 'roles', () => askRoles(db, tenancy, menuCodes));
  const menuCodes = (): Promise<Codes> => kept.get('', 'menu codes', async () => new Map((await db.platform((sql) => sql.query<{ id: string; code: string }>('select id, code from blade_menu where is_deleted = 0'))).map((menu) => [menu.id, menu.code])));
  const deptsOf = (tenancy: Tenancy): Promise<DeptRow[]> => kept.get(tenancy.tenantId, 'depts', () => db.read(tenancy, (sql) => sql.query<DeptRow>(
    'select id, parent_id as "parentId", customer_service_teams as teams from blade_dept where tenant_id = $1 and is_deleted = 0', [tenancy.tenantId])));

  async function person(tenancy: Tenancy, userId: string): Promise<Person | null> {
    return kept.get(tenancy.tenantId, `person ${userId}`, async () => {
      const [user] = await db.read(tenancy, (sql) => sql.query<UserRow>(
        'select id, account, real_name as "realName", role_id as roles, dept_id as depts from blade_user where tenant_id = $1 and id = $2 and is_deleted = 0 and status = 1', [tenancy.tenantId, userId]));
      if (!user) return null;
      const [roles, depts] = await Promise.all([rolesOf(tenancy), deptsOf(tenancy)]);
      const under = below(depts, user.depts ?? []);
      const held = roles.filter((role) => user.roles?.includes(role.id));
      return {
        id: user.id, tenantId: tenancy.tenantId, account: user.account, name: user.realName, roles: held, departments: user.depts ?? [],
        below: under.map((dept) => dept.id), teams: [...new Set(under.flatMap((dept) => dept.teams ?? []))],
        platform: tenancy.tenantId === PLATFORM && held.some((role) => role.alias === 'administrator'),
      };
    });
  }

  return {
    person,
    choices: (tenantId, code) => kept.get(tenantId, `dictionary ${code}`, () => choicesOf(db, tenantId, definitions.get(code), code)),
    parameter: (tenantId, key) => kept.get(tenantId, `parameter ${key}`, async () => {
      const [row] = await db.read({ tenantId, zone: 'Asia/Shanghai' }, (sql) => sql.query<{ value: string }>('select param_value as value from blade_param where tenant_id = $1 and param_key = $2 and is_deleted = 0', [tenantId, key]));
      return row?.value ?? standard.get(key) ?? '';
    }),
    // An unknown key is a fault of the program; it shows when the house is put together.
    parameterSql(key) {
      const initial = standard.get(key);
      if (initial === undefined) throw new Error(`no parameter ${key}`);
      return `coalesce((select p.param_value from blade_param p where p.tenant_id = t.tenant_id and p.param_key = '${key}' and p.is_deleted = 0), '${initial.replaceAll("'", "''")}')`;
    },
    tenancy: (tenantId) => kept.get('', `tenancy ${tenantId}`, async () => {
      const [row] = await db.platform((sql) => sql.query<{ zone: string | null; expired: boolean }>(
        'select zone, coalesce(expire_time < to_timestamp($2 / 1000.0), false) as expired from blade_tenant where tenant_id = $1 and is_deleted = 0 and status = 1', [tenantId, clock.ms()]));
      return row && !row.expired ? { tenantId, zone: row.zone || 'Asia/Shanghai' } : null;
    }),
    tenancies: async () => (await db.platform((sql) => sql.query<{ tenantId: string; zone: string | null }>(
      'select tenant_id as "tenantId", zone from blade_tenant where is_deleted = 0 and status = 1 and coalesce(expire_time >= to_timestamp($1 / 1000.0), true) order by tenant_id', [clock.ms()])))
      .map(({ tenantId, zone }) => ({ tenantId, zone: zone || 'Asia/Shanghai' })),
    departmentsBelow: async (tenantId, id) => below(await deptsOf({ tenantId, zone: 'Asia/Shanghai' }), [id]).map((dept) => dept.id),
    forget: (tenantId) => kept.forget(tenantId),
  };
}

interface ItemRow { key: string; zh: string; en: string | null; tone: Tone | null; sealed: number }

/** A tenant's own items of a business dictionary, the platform's of a system one; the definition names the tones and the English. */
async function choicesOf(db: Database, tenantId: string, definition: Dictionary | undefined, code: string): Promise<Choice[]> {
  const fields = 'dict_key as key, dict_value as zh, dict_value_en as en, tone, is_sealed as sealed';
  const rows = definition?.system
    ? await db.platform((sql) => sql.query<ItemRow>(`select ${fields} from blade_dict where code = $1 and dict_key <> '-1' and is_deleted = 0 order by sort, id`, [code]))
    : await db.read({ tenantId, zone: 'Asia/Shanghai' }, (sql) => sql.query<ItemRow>(`select ${fields} from blade_dict_biz where tenant_id = $1 and code = $2 and dict_key <> '-1' and is_deleted = 0 order by sort, id`, [tenantId, code]));
  return rows.map((row) => ({ key: row.key, label: [row.zh, row.en || definition?.items[row.key]?.[1] || row.zh], tone: row.tone ?? definition?.items[row.key]?.[2], sealed: row.sealed === 1 }));
}
