import type { Client } from 'pg';
import { type ProductKeys, otherKeys } from '../secrets/product-keys.ts';
import { StartupError } from '../settings/startup-error.ts';

/** Return a value that all processes of a database share. */
async function storedValue(owner: Client, id: 'role' | 'keys' | 'queues'): Promise<string | undefined> {
  const { rows } = await owner.query<{ there: boolean }>("select to_regclass('anju_meta') is not null as there");
  if (!rows[0].there) return undefined;
  return (await owner.query<{ value: string }>('select value from anju_meta where id = $1', [id])).rows[0]?.value;
}

/**
 * Return the work role of a database, if one is stored that still exists. Earlier releases stored its name only at the
 * end of the value `queues`.
 */
export async function workRoleOf(owner: Client): Promise<string | undefined> {
  const role = (await storedValue(owner, 'role')) ?? /"([^"]+)"$/.exec((await storedValue(owner, 'queues')) ?? '')?.[1];
  if (role === undefined) return undefined;
  return (await owner.query('select from pg_roles where rolname = $1', [role])).rows.length > 0 ? role : undefined;
}

/** Refuse a second work role for the same database: its migration would take the rights of the first one away. */
export async function assertSameRole(owner: Client, role: string | undefined): Promise<void> {
  const present = await workRoleOf(owner);
  if (present === undefined || present === role) return;
  throw new StartupError(
    `这个数据库的工作角色是 ${present}，一个数据库只有一个：请把它的地址写入 DATABASE_APP_URL，未作任何改动。`,
    `The work role of this database is ${present}, and it has only one: name its address in DATABASE_APP_URL; nothing was changed.`,
  );
}

/** Refuse other keys than those that the database was first started with. */
export async function assertSameKeys(owner: Client, keys: ProductKeys): Promise<void> {
  const present = await storedValue(owner, 'keys');
  if (present !== undefined && present !== keys.fingerprint) throw otherKeys();
}

/**
 * Store the fingerprint of these keys as that of the database. If another first start has stored other keys meanwhile,
 * refuse this one.
 */
export async function noteKeys(owner: Client, keys: ProductKeys): Promise<void> {
  keys.make();
  await owner.query("insert into anju_meta (id, value) values ('keys', $1) on conflict (id) do nothing", [
    keys.fingerprint,
  ]);
  await assertSameKeys(owner, keys);
}
