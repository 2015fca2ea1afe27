import { createHash, timingSafeEqual } from 'node:crypto';
import { type FamilyClient, isFamilyClient } from '#kernel/language/rooms/family-page.ts';
import { type App, http, type OpenCall } from '#kernel/server';

/** A program that may log people in, and how. */
export interface KnownClient {
  readonly clientId: string;
  readonly grants: readonly string[];
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
  readonly redirects: readonly string[];
  /** Of the family, whose menus its people see; `own` for our spelling. */ readonly face: FamilyClient | 'own';
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

/** The client by its id alone, for what it asks in the open: where it wants people sent back to. */
export async function clientNamed(app: App, clientId: string): Promise<KnownClient | null> {
  const row = await rowOf(app, clientId.slice(0, 100));
  return row ? known(row) : null;
}

/** The client of a call by its Basic header, if it is known and its secret is right. */
export async function clientIfKnown(call: Pick<OpenCall, 'app' | 'request'>): Promise<KnownClient | null> {
  const basic = /^Basic (.+)$/i.exec(String(call.request.headers.authorization ?? ''))?.[1] ?? '';
  const [id, ...rest] = Buffer.from(basic, 'base64').toString().split(':');
  const row = id ? await rowOf(call.app, id.slice(0, 100)) : undefined;
  return row?.secret && same(row.secret, secretHash(rest.join(':'))) ? known(row) : null;
}

/** The client of a call by its Basic header; an unknown one and a wrong secret are refused alike. */
export async function clientOf(call: Pick<OpenCall, 'app' | 'request'>): Promise<KnownClient> {
  const client = await clientIfKnown(call);
  if (!client) throw http.wrongClient();
  return client;
}
