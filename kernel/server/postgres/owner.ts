import pg from 'pg';
import type { Secrets } from './cluster.ts';
import { bySocket } from './socket.ts';

export interface EmbeddedUrls {
  readonly super: string;
  readonly owner: string;
  /** Address of the superuser in the database `postgres`, which always exists. */
  readonly maintenance: string;
}

export function embeddedUrls(secrets: Secrets, data: string, port: number): EmbeddedUrls {
  const url = (role: string, password: string, database: string): string =>
    bySocket(`postgresql://${role}:${password}@127.0.0.1:${port}/${database}`, data, port);
  return {
    super: url('postgres', secrets.super, 'anju'),
    owner: url('anju_owner', secrets.owner, 'anju'),
    maintenance: url('postgres', secrets.super, 'postgres'),
  };
}

/** Create the role and the database of the owner, unless the owner can log in already. */
export async function ensureOwner(urls: EmbeddedUrls, password: string): Promise<void> {
  if (await canLogIn(urls.owner)) return;
  const client = new pg.Client(urls.maintenance);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists(select from pg_roles where rolname = 'anju_owner') as role, exists(select from pg_database where datname = 'anju') as database`,
    );
    const verb = rows[0]?.role ? 'alter' : 'create';
    await client.query(
      `${verb} role anju_owner login nosuperuser createrole createdb nobypassrls password ${client.escapeLiteral(password)}`,
    );
    if (!rows[0]?.database) await client.query('create database anju owner anju_owner');
  } finally {
    await client.end();
  }
}

async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
