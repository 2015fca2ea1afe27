import { createHash, randomBytes } from 'node:crypto';
import { type App, inZone } from '#kernel/server';

/** A task under way: a second step, a login by a provider, a code for another program, or a question to a passkey. */
export type Matter = 'secondStep' | 'social' | 'code' | 'passkey';

const hash = (token: string): string => createHash('sha256').update(token).digest('base64url');
const stamp = (ms: number): string => `${inZone(ms, 'UTC')}+00`;

/**
 * Store data under a random token until it expires; the database has only the token's hash. Storing under a known token
 * replaces its data.
 */
export async function storePending(
  app: App,
  matter: Matter,
  data: Readonly<Record<string, unknown>>,
  seconds: number,
  token: string = randomBytes(32).toString('base64url'),
): Promise<string> {
  const now = app.clock.ms();
  await app.db.platform((sql) =>
    sql.query(
      'with gone as (delete from anju_pending where until < $5) insert into anju_pending (id, matter, data, until) values ($1, $2, $3, $4) on conflict (id) do update set matter = excluded.matter, data = excluded.data, until = excluded.until',
      [hash(token), matter, JSON.stringify(data), stamp(now + seconds * 1000), stamp(now)],
    ),
  );
  return token;
}

/** Return the data of a token, or null if it is unknown or expired. The token stays valid. */
export async function readPending<T>(app: App, matter: Matter, token: string): Promise<T | null> {
  const rows = await app.db.platform((sql) =>
    sql.query<{ data: T }>('select data from anju_pending where id = $1 and matter = $2 and until > $3', [
      hash(token),
      matter,
      stamp(app.clock.ms()),
    ]),
  );
  return rows[0]?.data ?? null;
}

/**
 * Return the data of a token and delete it, so that only one of two calls gets it; null if it is unknown or expired.
 */
export async function takePending<T>(app: App, matter: Matter, token: string): Promise<T | null> {
  const rows = await app.db.platform((sql) =>
    sql.query<{ data: T }>('delete from anju_pending where id = $1 and matter = $2 and until > $3 returning data', [
      hash(token),
      matter,
      stamp(app.clock.ms()),
    ]),
  );
  return rows[0]?.data ?? null;
}
