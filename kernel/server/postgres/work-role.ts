import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { codeOf, StartupError } from '../settings/startup-error.ts';
import { connectOrExplain } from './connect.ts';
import { assertSameRole } from './shared-identity.ts';

const OLDEST_VERSION = 150_000;

interface WorkRole {
  readonly role: string;
  readonly password: string;
}

/**
 * Make the role for the daily work, and return its address. It owns nothing, so row-level security applies to it. If
 * the owner may not create roles, `DATABASE_APP_URL` names an existing one.
 */
export async function ensureWorkRole(
  ownerUrl: string,
  dataDir: string,
  givenAppUrl: string | null = null,
): Promise<string> {
  const owner = await connectOrExplain(ownerUrl, 'DATABASE_URL');
  try {
    await assertNewEnough(owner);
    await assertSameRole(owner, givenAppUrl ? roleIn(givenAppUrl) : rememberedIn(dataDir)?.role);
    const appUrl = givenAppUrl ?? (await ownWorkRole(owner, ownerUrl, dataDir));
    await assertHarmless(owner, appUrl);
    return appUrl;
  } finally {
    await owner.end();
  }
}

async function assertNewEnough(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
  );
  if (rows[0] && rows[0].number >= OLDEST_VERSION) return;
  throw new StartupError(
    `数据库版本 ${rows[0]?.text} 太旧，Anju 需要 PostgreSQL 15 或更高版本（推荐 18）。`,
    `The database is PostgreSQL ${rows[0]?.text}; Anju needs 15 or newer (18 is recommended).`,
  );
}

async function ownWorkRole(owner: pg.Client, ownerUrl: string, dataDir: string): Promise<string> {
  const mine = rememberedRole(dataDir);
  const address = new URL(ownerUrl);
  address.username = mine.role;
  address.password = mine.password;
  await createOrMend(owner, mine, address.href);
  const { rows } = await owner.query<{ may: boolean; database: string }>(
    `select has_database_privilege($1, current_database(), 'CONNECT') as may, current_database() as database`,
    [mine.role],
  );
  if (rows[0] && !rows[0].may) {
    await owner.query(
      `grant connect on database ${owner.escapeIdentifier(rows[0].database)} to ${owner.escapeIdentifier(mine.role)}`,
    );
  }
  return address.href;
}

/**
 * Return the name and password of the work role of a data folder; they are made once and stored. So two installations
 * on one server have separate roles.
 */
function rememberedRole(dataDir: string): WorkRole {
  const known = rememberedIn(dataDir);
  if (known) return known;
  const made: WorkRole = {
    role: `anju_work_${randomBytes(4).toString('hex')}`,
    password: randomBytes(24).toString('hex'),
  };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), JSON.stringify(made), { mode: 0o600 });
  return made;
}

const fileIn = (dataDir: string): string => join(dataDir, 'work-role.json');

const rememberedIn = (dataDir: string): WorkRole | undefined =>
  existsSync(fileIn(dataDir)) ? (JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as WorkRole) : undefined;

/** Return the role that an address logs in as. */
export const roleIn = (url: string): string => decodeURIComponent(new URL(url).username);

async function createOrMend(owner: pg.Client, mine: WorkRole, appUrl: string): Promise<void> {
  const { rows } = await owner.query('select from pg_roles where rolname = $1', [mine.role]);
  if (rows.length > 0 && (await logsIn(appUrl))) return;
  const words = `role ${owner.escapeIdentifier(mine.role)} login nosuperuser nobypassrls nocreaterole nocreatedb`;
  const secret = `password ${owner.escapeLiteral(mine.password)}`;
  try {
    await owner.query(
      rows.length > 0 ? `alter role ${owner.escapeIdentifier(mine.role)} ${secret}` : `create ${words} ${secret}`,
    );
  } catch (error) {
    if (codeOf(error) === '42501') throw mayNotCreateRoles();
    // Another start made the role at the same time; its password is the same.
    if (codeOf(error) !== '42710' && codeOf(error) !== '23505') throw error;
  }
}

async function logsIn(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // Another failure than a wrong password counts as a login: setting the password would not help.
    return codeOf(error) !== '28P01';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Refuse a work role that is a superuser, bypasses row-level security or may act as the owner: it would see all
 * tenants.
 */
async function assertHarmless(owner: pg.Client, appUrl: string): Promise<void> {
  const work = await connectOrExplain(appUrl, 'DATABASE_APP_URL');
  try {
    const { rows } = await work.query<{ name: string; strong: boolean }>(
      `select current_user::text as name, rolsuper or rolbypassrls as strong from pg_roles where rolname = current_user`,
    );
    const name = rows[0]?.name ?? '';
    const { rows: memberships } = await owner.query<{ is_owner: boolean }>(
      `select pg_has_role($1, current_user, 'MEMBER') or pg_has_role($1, d.datdba, 'MEMBER') as is_owner from pg_database d where datname = current_database()`,
      [name],
    );
    if (rows[0]?.strong || memberships[0]?.is_owner) throw tooStrong(name);
  } finally {
    await work.end();
  }
}

function tooStrong(name: string): StartupError {
  return new StartupError(
    `工作角色 ${name} 是数据库的所有者，或是超级用户、可绕过行级安全，租户之间的隔离将失效。请在 DATABASE_APP_URL 中使用一个普通角色。`,
    `The work role ${name} owns the database, is a superuser or bypasses row security, so tenants would not be apart. Name an ordinary role in DATABASE_APP_URL.`,
  );
}

function mayNotCreateRoles(): StartupError {
  return new StartupError(
    'DATABASE_URL 的角色没有 CREATEROLE 权限。请授予该权限，或预先建立一个普通登录角色并写入 DATABASE_APP_URL。',
    'The role of DATABASE_URL may not create roles. Grant it CREATEROLE, or create an ordinary login role and name it in DATABASE_APP_URL.',
  );
}
