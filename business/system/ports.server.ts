import type { Dictionary, Tone } from '#kernel/language/dictionary.ts';
import type { PersonRole, Person } from '#kernel/language/permission.ts';
import type { Room } from '#kernel/language/room.ts';
import { onBehalfButtons } from '#kernel/language/rights/on-behalf-of.ts';
import type { Clock, Database, DictionaryChoice, GuardedCall, Ports, Tenancy } from '#kernel/server';
import { type Codes, askRoles } from './access/person-roles.server.ts';
import { familyClientNamed } from './clients/known-clients.server.ts';
import { callIn } from './access/call-pattern.rules.ts';
import { RightsCache } from './access/rights-cache.server.ts';

const PLATFORM = '000000';
const KEEP_MS = 10_000;
/**
 * Maximum length of a company's id. Longer ones are unknown without a query, so that invented ids do not fill the
 * cache.
 */
const LONGEST_TENANT = 12;

interface UserRow {
  id: string;
  account: string;
  realName: string;
  roles: string[] | null;
  depts: string[] | null;
}
interface DeptRow {
  id: string;
  parentId: string | null;
  teams: string[] | null;
}

function below(depts: readonly DeptRow[], roots: readonly string[]): DeptRow[] {
  const found = new Map(depts.filter((dept) => roots.includes(dept.id)).map((dept) => [dept.id, dept]));
  for (let grown = true; grown;) {
    grown = false;
    for (const dept of depts)
      if (!found.has(dept.id) && dept.parentId && found.has(dept.parentId)) {
        found.set(dept.id, dept);
        grown = true;
      }
  }
  return [...found.values()];
}

/** Return the codes of the company's package: ticked menus and everything below; null means no limit. */
async function readBought(db: Database, tenantId: string): Promise<ReadonlySet<string> | null> {
  const rows = await db.platform((sql) =>
    sql.query<{ code: string }>(
      `with recursive has as (
      select m.id, m.code from blade_tenant t join blade_tenant_package p on p.id = t.package_id and p.is_deleted = 0 join blade_menu m on m.id = any(p.menu_id) and m.is_deleted = 0 where t.tenant_id = $1
      union select m.id, m.code from blade_menu m join has on m.parent_id = has.id where m.is_deleted = 0)
    select code from has union select '' from blade_tenant where tenant_id = $1 and package_id is not null`,
      [tenantId],
    ),
  );
  return rows.length ? new Set(rows.map((row) => row.code)) : null;
}

/** Return a company that is active, or expired with days of grace to read; else null. */
async function readTenancy(
  db: Database,
  tenantId: string,
  ms: number,
  graceDays: () => Promise<number>,
): Promise<Tenancy | null> {
  const [row] = await db.platform((sql) =>
    sql.query<{ zone: string | null; expired: number | null }>(
      'select zone, extract(epoch from to_timestamp($2 / 1000.0) - expire_time)::float8 as expired from blade_tenant where tenant_id = $1 and is_deleted = 0 and status = 1',
      [tenantId, ms],
    ),
  );
  if (!row) return null;
  const zone = row.zone || 'Asia/Shanghai';
  if (row.expired === null || row.expired <= 0) return { tenantId, zone };
  return row.expired <= (await graceDays()) * 86_400 ? { tenantId, zone, expired: true } : null;
}

/** Return the calls that API scopes close, which need a role with a grant. */
const readGuarded = async (db: Database, tenantId: string): Promise<readonly GuardedCall[]> =>
  (
    await db.read({ tenantId, zone: 'Asia/Shanghai' }, (sql) =>
      sql.query<{ id: string; path: string }>(
        'select id, scope_path as path from blade_api_scope where tenant_id = $1 and is_deleted = 0 and status = 1',
        [tenantId],
      ),
    )
  ).map(({ id, path }) => ({ id, ...callIn(path) }));

async function readMenuCodes(db: Database): Promise<Codes> {
  const rows = await db.platform((sql) =>
    sql.query<{ id: string; code: string }>('select id, code from blade_menu where is_deleted = 0'),
  );
  return new Map(rows.map((menu) => [menu.id, menu.code]));
}

const readRoleNames = (db: Database, tenancy: Tenancy): Promise<{ id: string; name: string }[]> =>
  db.read(tenancy, (sql) =>
    sql.query<{ id: string; name: string }>(
      'select id::text as id, role_name as name from blade_role where tenant_id = $1 and is_deleted = 0 order by sort, id',
      [tenancy.tenantId],
    ),
  );

const readDepts = (db: Database, tenancy: Tenancy): Promise<DeptRow[]> =>
  db.read(tenancy, (sql) =>
    sql.query<DeptRow>(
      'select id, parent_id as "parentId", customer_service_teams as teams from blade_dept where tenant_id = $1 and is_deleted = 0',
      [tenancy.tenantId],
    ),
  );

/** Return a user that may log in. */
async function readUser(db: Database, tenancy: Tenancy, userId: string): Promise<UserRow | undefined> {
  const [user] = await db.read(tenancy, (sql) =>
    sql.query<UserRow>(
      'select id, account, real_name as "realName", role_id as roles, dept_id as depts from blade_user where tenant_id = $1 and id = $2 and is_deleted = 0 and status = 1',
      [tenancy.tenantId, userId],
    ),
  );
  return user;
}

/** Return a user with the rights from their roles, departments and the company's package. */
function personOf(
  tenancy: Tenancy,
  user: UserRow,
  {
    roles,
    depts,
    within,
  }: { readonly roles: PersonRole[]; readonly depts: DeptRow[]; readonly within: ReadonlySet<string> | null },
): Person {
  const under = below(depts, user.depts ?? []);
  const held = roles.filter((role) => user.roles?.includes(role.id));
  return {
    id: user.id,
    tenantId: tenancy.tenantId,
    account: user.account,
    name: user.realName,
    roles: held,
    departments: user.depts ?? [],
    below: under.map((dept) => dept.id),
    teams: [...new Set(under.flatMap((dept) => dept.teams ?? []))],
    ...(within && { within }),
    platform: tenancy.tenantId === PLATFORM && held.some((role) => role.alias === 'administrator'),
  };
}

/** Return the company's value of a parameter, or the platform's; null or undefined if neither has one. */
async function readParameter(db: Database, tenantId: string, key: string): Promise<string | null | undefined> {
  const [row] = await db.read({ tenantId, zone: 'Asia/Shanghai' }, (sql) =>
    sql.query<{ value: string | null }>(
      `select coalesce((select param_value from blade_param where tenant_id = $1 and param_key = $2 and is_deleted = 0), (select param_value from blade_param_default where param_key = $2 and is_deleted = 0)) as value`,
      [tenantId, key],
    ),
  );
  return row?.value;
}

/** Return all companies that are enabled and not expired. */
async function readTenancies(db: Database, ms: number): Promise<Tenancy[]> {
  const rows = await db.platform((sql) =>
    sql.query<{ tenantId: string; zone: string | null }>(
      'select tenant_id as "tenantId", zone from blade_tenant where is_deleted = 0 and status = 1 and coalesce(expire_time >= to_timestamp($1 / 1000.0), true) order by tenant_id',
      [ms],
    ),
  );
  return rows.map(({ tenantId, zone }) => ({ tenantId, zone: zone || 'Asia/Shanghai' }));
}

/**
 * Return the kernel's access to people, dictionaries and settings in this room's tables. Answers are cached until a
 * change is reported, at most ten seconds.
 */
export function systemPorts(db: Database, clock: Clock, rooms: readonly Room[]): Ports {
  const cache = new RightsCache(clock, KEEP_MS);
  const definitions = new Map<string, Dictionary>(
    rooms.flatMap((room) => room.dictionaries).map((one) => [one.code, one]),
  );
  const onBehalfOf = onBehalfButtons(rooms);
  const standard = new Map(rooms.flatMap((room) => room.parameters ?? []).map((one) => [one.key, one.initial]));

  const menuCodes = (): Promise<Codes> => cache.get('', 'menu codes', ['roles'], () => readMenuCodes(db));
  const rolesOf = (tenancy: Tenancy): Promise<PersonRole[]> =>
    cache.get(tenancy.tenantId, 'roles', ['roles'], () => askRoles(db, tenancy, menuCodes, onBehalfOf));
  const deptsOf = (tenancy: Tenancy): Promise<DeptRow[]> =>
    cache.get(tenancy.tenantId, 'depts', ['people'], () => readDepts(db, tenancy));

  const parameter = (tenantId: string, key: string): Promise<string> =>
    cache.get(
      tenantId,
      `parameter ${key}`,
      ['words'],
      async () => (await readParameter(db, tenantId, key)) ?? standard.get(key) ?? '',
    );

  const boughtBy = (tenantId: string): Promise<ReadonlySet<string> | null> =>
    cache.get(tenantId, 'package', ['roles', 'company'], () => readBought(db, tenantId));

  async function person(tenancy: Tenancy, userId: string): Promise<Person | null> {
    return cache.get(tenancy.tenantId, `person ${userId}`, ['people', 'roles', 'company'], async () => {
      const user = await readUser(db, tenancy, userId);
      if (!user) return null;
      const [roles, depts, within] = await Promise.all([
        rolesOf(tenancy),
        deptsOf(tenancy),
        boughtBy(tenancy.tenantId),
      ]);
      return personOf(tenancy, user, { roles, depts, within });
    });
  }

  return {
    platformTenant: PLATFORM,
    roles: (tenancy) => cache.get(tenancy.tenantId, 'role names', ['roles'], () => readRoleNames(db, tenancy)),
    person,
    guardedCalls: (tenantId) => cache.get(tenantId, 'guarded calls', ['roles'], () => readGuarded(db, tenantId)),
    choices: (tenantId, code) =>
      cache.get(tenantId, `dictionary ${code}`, ['words'], () => choicesOf(db, tenantId, definitions.get(code), code)),
    parameter,
    // Throw for an unknown key: it is a programming error, which shows when the server starts.
    parameterSql(key) {
      const initial = standard.get(key);
      if (initial === undefined) throw new Error(`no parameter ${key}`);
      return `coalesce((select p.param_value from blade_param p where p.tenant_id = t.tenant_id and p.param_key = '${key}' and p.is_deleted = 0), (select d.param_value from blade_param_default d where d.param_key = '${key}' and d.is_deleted = 0), '${initial.replaceAll("'", "''")}')`;
    },
    tenancy: (tenantId) =>
      tenantId.length > LONGEST_TENANT
        ? Promise.resolve(null)
        : cache.get('', `tenancy ${tenantId}`, ['company', 'words'], () =>
            readTenancy(
              db,
              tenantId,
              clock.ms(),
              async () => Number(await parameter(PLATFORM, 'tenant.graceDays')) || 0,
            ),
          ),
    tenancies: () => readTenancies(db, clock.ms()),
    departmentsBelow: async (tenantId, id) =>
      below(await deptsOf({ tenantId, zone: 'Asia/Shanghai' }), [id]).map((dept) => dept.id),
    familyClient: (clientId) => db.platform((sql) => familyClientNamed(sql, clientId)),
    forget: (tenantId, part) => cache.forget(tenantId, part),
    at: (tenantId, rights) => cache.at(tenantId, rights),
  };
}

interface ItemRow {
  key: string;
  zh: string;
  en: string | null;
  tone: Tone | null;
  sealed: number;
}

/**
 * Return the items of a dictionary: the tenant's for a business one, the platform's for a system one. Colours and
 * English labels that a stored item lacks come from the definition in the code.
 */
async function choicesOf(
  db: Database,
  tenantId: string,
  definition: Dictionary | undefined,
  code: string,
): Promise<DictionaryChoice[]> {
  const fields = 'dict_key as key, dict_value as zh, dict_value_en as en, tone, is_sealed as sealed';
  const rows = definition?.system
    ? await db.platform((sql) =>
        sql.query<ItemRow>(
          `select ${fields} from blade_dict where code = $1 and dict_key <> '-1' and is_deleted = 0 order by sort, id`,
          [code],
        ),
      )
    : await db.read({ tenantId, zone: 'Asia/Shanghai' }, (sql) =>
        sql.query<ItemRow>(
          `select ${fields} from blade_dict_biz where tenant_id = $1 and code = $2 and dict_key <> '-1' and is_deleted = 0 order by sort, id`,
          [tenantId, code],
        ),
      );
  return rows.map((row) => ({
    key: row.key,
    label: [row.zh, row.en || definition?.items[row.key]?.[1] || row.zh],
    tone: row.tone ?? definition?.items[row.key]?.[2],
    sealed: row.sealed === 1,
  }));
}
