import { createHash, timingSafeEqual } from 'node:crypto';
import { type FamilyClient, isFamilyClient } from '#kernel/language/rooms/family-page.ts';
import { type App, http, type OpenCall, type Sql } from '#kernel/server';

/** A program through which people may log in: its permitted grants, lifetimes of tokens and redirect addresses. */
export interface KnownClient {
  readonly clientId: string;
  readonly grants: readonly string[];
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
  readonly redirects: readonly string[];
  /** The published client whose menu format its users get, or `own` for ours. */ readonly face: FamilyClient | 'own';
}

/** Secrets of clients are long and random, so one hash is enough to keep them unreadable. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

interface Row {
  clientId: string;
  secret: string | null;
  grants: string[] | null;
  access: number;
  refresh: number;
  redirects: string | null;
  face: string | null;
}

async function rowOf(app: App, clientId: string): Promise<Row | undefined> {
  const [row] = await app.db.platform((sql) =>
    sql.query<Row>(
      `select client_id as "clientId", client_secret as secret, authorized_grant_types as grants, access_token_validity as access, refresh_token_validity as refresh, web_server_redirect_uri as redirects, face
    from blade_client where client_id = $1 and is_deleted = 0 and status = 1`,
      [clientId],
    ),
  );
  return row;
}

const known = (row: Row): KnownClient => ({
  clientId: row.clientId,
  grants: row.grants ?? [],
  accessSeconds: row.access,
  refreshSeconds: row.refresh,
  redirects: (row.redirects ?? '').split(/\s+/).filter(Boolean),
  face: isFamilyClient(row.face) ? row.face : 'own',
});

/** Return the published client of this id; undefined for our own client and unknown ones. */
export async function familyClientNamed(sql: Sql, clientId: string): Promise<FamilyClient | undefined> {
  const [row] = await sql.query<{ face: string | null }>(
    'select face from blade_client where client_id = $1 and is_deleted = 0 and status = 1',
    [clientId.slice(0, 100)],
  );
  return isFamilyClient(row?.face) ? row.face : undefined;
}

/** Return an enabled client by its id, without a check of its secret; null if there is none. */
export async function clientNamed(app: App, clientId: string): Promise<KnownClient | null> {
  const row = await rowOf(app, clientId.slice(0, 100));
  return row ? known(row) : null;
}

/** Return the enabled client of the Basic header; null if it is unknown or its secret is wrong. */
export async function clientIfKnown(call: Pick<OpenCall, 'app' | 'request'>): Promise<KnownClient | null> {
  const basic = /^Basic (.+)$/i.exec(String(call.request.headers.authorization ?? ''))?.[1] ?? '';
  const [id, ...rest] = Buffer.from(basic, 'base64').toString().split(':');
  const row = id ? await rowOf(call.app, id.slice(0, 100)) : undefined;
  return row?.secret && same(row.secret, secretHash(rest.join(':'))) ? known(row) : null;
}

/** Return the client of the Basic header. Refuse an unknown one and a wrong secret alike. */
export async function clientOf(call: Pick<OpenCall, 'app' | 'request'>): Promise<KnownClient> {
  const client = await clientIfKnown(call);
  if (!client) throw http.wrongClient();
  return client;
}
