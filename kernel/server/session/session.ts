import { createHash, randomBytes } from 'node:crypto';
import type { Tenancy } from '../database/database.ts';
import { openSuccessor, sealSuccessor } from './successor.ts';
import type { App } from '../app.ts';
import { inZone } from '../time/clock.ts';
import type { FirstStep } from './first-step.ts';
import { Gathered } from './gathered.ts';

/** The one role or department in which a person works for now. */
export interface ActingAs {
  readonly role: string | null;
  readonly dept: string | null;
}

export type { FirstStep };

/** A login: found by the hash of its token, ended on the server. */
export interface StoredSession {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly accessUntil: number;
  readonly client: string;
  readonly acting: ActingAs;
  /** Identity by a provider that belongs to no account here: the caller may register, and nothing else. */
  readonly guestOf: string | null;
  /** Steps before anything else is answered, in this order: an own password, a second factor. */
  readonly first: readonly FirstStep[];
  /** Person as whom an administrator views; nothing is written meanwhile. */
  readonly viewAs: string | null;
  /** Version of the rights of this company. Rights cached under another version are out of date. */
  readonly rights: string;
}

/** Facts about the opening of a session: client, lifetimes, identity. */
export interface Opening {
  readonly ip: string;
  readonly agent: string;
  readonly client: string;
  readonly accessSeconds?: number;
  readonly refreshSeconds?: number;
  readonly guestOf?: string;
  readonly first?: readonly FirstStep[];
}

/** Id of the person in a session without an account. */
export const GUEST = '-1';

/** Tokens of a client. They are random; the database has only their hashes. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly seconds: number;
}

const ACCESS_SECONDS = 3600;
const REFRESH_SECONDS = 604_800;
/** Interval in which the moment of last use is written (milliseconds). */
const USED_MS = 60_000;
/** Grace time of parallel renewals: the former refresh token yields the same successor (milliseconds). */
const GRACE_MS = 60_000;

const hash = (token: string): string => createHash('sha256').update(token).digest('base64url');
const fresh = (): string => randomBytes(32).toString('base64url');
const stamp = (ms: number): string => `${inZone(ms, 'UTC')}+00`;

/**
 * Return SQL that ends sessions and returns their users. It notifies every process, so that streams of these sessions
 * close at once.
 */
const ending = (set: string): string =>
  `with e as (update anju_session set ended = ${set} returning tenant_id, user_id) select e.user_id as "userId", pg_notify('anju_streams', e.tenant_id) from e`;

const columns = `id, tenant_id as "tenantId", user_id as "userId", (extract(epoch from access_until) * 1000)::float8 as "accessUntil", coalesce(client, '') as client, acting_role as "role", acting_dept as "dept", guest_of as "guestOf", first, view_as as "viewAs",
  coalesce((select string_agg(r.parts::text, '' order by r.tenant_id) from anju_rights r where r.tenant_id in ('', anju_session.tenant_id)), '') as rights`;

interface Row extends Omit<StoredSession, 'acting' | 'first'> {
  readonly role: string | null;
  readonly dept: string | null;
  readonly first: string | null;
}

const sessionIn = ({ role, dept, first, ...row }: Row): StoredSession => ({
  ...row,
  acting: { role, dept },
  first: (first?.split(',') ?? []) as FirstStep[],
});

interface Renewed {
  readonly session: StoredSession;
  readonly tokens: Tokens;
}

/**
 * Sessions of this server. They are read at every request, concurrent ones by one query, so that an end anywhere
 * applies here at once.
 */
export class Sessions {
  readonly #app: App;
  readonly #living = new Gathered((hashes) => this.#ask(hashes));
  readonly #renewing = new Map<string, Promise<Renewed | null>>();
  constructor(app: App) {
    this.#app = app;
  }

  async open(tenancy: Tenancy, userId: string, about: Opening): Promise<Tokens> {
    const now = this.#app.clock.ms();
    const seconds = about.accessSeconds ?? ACCESS_SECONDS;
    const tokens: Tokens = { access: fresh(), refresh: fresh(), seconds };
    await this.#app.db.platform((sql) =>
      sql.query(
        `insert into anju_session (id, tenant_id, user_id, access_hash, refresh_hash, created, access_until, until, ip, agent, client, access_seconds, guest_of, used, first)
      values (next_id($1), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $6, $14)`,
        [
          now,
          tenancy.tenantId,
          userId,
          hash(tokens.access),
          hash(tokens.refresh),
          stamp(now),
          stamp(now + seconds * 1000),
          stamp(now + (about.refreshSeconds ?? REFRESH_SECONDS) * 1000),
          about.ip,
          about.agent.slice(0, 300),
          about.client,
          seconds,
          about.guestOf ?? null,
          about.first?.length ? about.first.join(',') : null,
        ],
      ),
    );
    return tokens;
  }

  /** Return the living session of an access token, or null. */
  async find(access: string): Promise<StoredSession | null> {
    const session = await this.#living.get(hash(access));
    return session && session.accessUntil > this.#app.clock.ms() ? session : null;
  }

  async #ask(hashes: readonly string[]): Promise<Map<string, StoredSession>> {
    const now = this.#app.clock.ms();
    const rows = await this.#app.sidePool.platform((sql) =>
      sql.query<Row & { stale: boolean; hash: string }>(
        `select ${columns}, access_hash as hash, coalesce(used < $2, true) as stale from anju_session where access_hash = any($1) and ended is null`,
        [hashes, stamp(now - USED_MS)],
      ),
    );
    const stale = rows.filter((row) => row.stale).map((row) => row.id);
    if (stale.length)
      await this.#app.sidePool.platform((sql) =>
        sql.query('update anju_session set used = $2 where id = any($1::bigint[])', [stale, stamp(now)]),
      );
    return new Map(rows.map(({ stale: _stale, hash: of, ...row }) => [of, sessionIn(row)]));
  }

  /** Return the living session of a refresh token that was not exchanged yet, or null. */
  async ofRefresh(refresh: string): Promise<StoredSession | null> {
    const rows = await this.#app.db.platform((sql) =>
      sql.query<Row>(`select ${columns} from anju_session where refresh_hash = $1 and ended is null`, [hash(refresh)]),
    );
    return rows.length ? sessionIn(rows[0]) : null;
  }

  /** Restrict a session to one role or department of its person. */
  async act(id: string, { role, dept }: ActingAs): Promise<void> {
    await this.#app.db.platform((sql) =>
      sql.query('update anju_session set acting_role = $2, acting_dept = $3 where id = $1', [id, role, dept]),
    );
  }

  /** Mark a first step as done. After the last one everything else is answered. */
  async firstDone(id: string, first: FirstStep): Promise<void> {
    await this.#app.db.platform((sql) =>
      sql.query(
        "update anju_session set first = nullif(array_to_string(array_remove(string_to_array(first, ','), $2::text), ','), '') where id = $1 and first is not null",
        [id, first],
      ),
    );
  }

  /** Let the session view as another person; null: as its own person again. */
  async viewAs(id: string, userId: string | null): Promise<void> {
    await this.#app.db.platform((sql) => sql.query('update anju_session set view_as = $2 where id = $1', [id, userId]));
  }

  /**
   * Exchange a refresh token. Concurrent exchanges of one token, by whichever process, get the same answer. A token
   * used again after the grace time was stolen: the session ends.
   */
  renew(refresh: string): Promise<Renewed | null> {
    const key = hash(refresh);
    const running = this.#renewing.get(key) ?? this.#renew(refresh).finally(() => this.#renewing.delete(key));
    this.#renewing.set(key, running);
    return running;
  }

  async #renew(refresh: string): Promise<Renewed | null> {
    const now = this.#app.clock.ms();
    const [access, next] = [fresh(), fresh()];
    const rows = await this.#app.db.platform((sql) =>
      sql.query<Row & { seconds: number }>(
        `update anju_session set last_refresh_hash = refresh_hash, refresh_hash = $2, access_hash = $3, rotated = $4, used = $4, successor = $6, access_until = $4::timestamptz + coalesce(access_seconds, $5) * interval '1 second'
        where refresh_hash = $1 and ended is null and until > $4 returning ${columns}, coalesce(access_seconds, $5) as seconds`,
        [
          hash(refresh),
          hash(next),
          hash(access),
          stamp(now),
          ACCESS_SECONDS,
          sealSuccessor(refresh, { access, refresh: next }),
        ],
      ),
    );
    if (!rows.length) return this.#repeat(refresh, now);
    const [{ seconds, ...row }] = rows;
    return { session: sessionIn(row), tokens: { access, refresh: next, seconds } };
  }

  /** Return the answer of the first exchange, within the grace time; afterwards it is theft. */
  async #repeat(refresh: string, now: number): Promise<Renewed | null> {
    const key = hash(refresh);
    const rows = await this.#app.db.platform((sql) =>
      sql.query<Row & { seconds: number; successor: string }>(
        `select ${columns}, coalesce(access_seconds, $3) as seconds, successor from anju_session where last_refresh_hash = $1 and ended is null and rotated > $2 and successor is not null`,
        [key, stamp(now - GRACE_MS), ACCESS_SECONDS],
      ),
    );
    if (rows.length) {
      const [{ seconds, successor, ...row }] = rows;
      const tokens = openSuccessor(refresh, successor);
      return tokens && { session: sessionIn(row), tokens: { ...tokens, seconds } };
    }
    await this.#app.db.platform((sql) =>
      sql.query(ending('$2 where last_refresh_hash = $1 and ended is null and rotated <= $3'), [
        key,
        stamp(now),
        stamp(now - GRACE_MS),
      ]),
    );
    return null;
  }

  async end(id: string): Promise<void> {
    await this.#app.db.platform((sql) => sql.query(ending('$2 where id = $1'), [id, stamp(this.#app.clock.ms())]));
  }

  /** Return the owners of these living sessions, each person once. */
  async ownersOf(tenantId: string, ids: readonly string[]): Promise<string[]> {
    return (
      await this.#app.db.platform((sql) =>
        sql.query<{ userId: string }>(
          'select distinct user_id::text as "userId" from anju_session where tenant_id = $1 and id = any($2::bigint[]) and ended is null',
          [tenantId, [...ids]],
        ),
      )
    ).map((one) => one.userId);
  }

  /**
   * End these sessions of one company; with `userId` only those of this person. Return the users of the ended sessions.
   */
  async endSome(tenantId: string, ids: readonly string[], userId: string | null): Promise<string[]> {
    const ended = await this.#app.db.platform((sql) =>
      sql.query<{ userId: string }>(
        ending(
          '$3 where tenant_id = $1 and id = any($2::bigint[]) and ended is null and user_id = coalesce($4::bigint, user_id)',
        ),
        [tenantId, [...ids], stamp(this.#app.clock.ms()), userId],
      ),
    );
    return ended.map((one) => one.userId);
  }

  /** End every session of a person: the password changed, or the account was closed. */
  async endAllOf(tenantId: string, userId: string, except?: string): Promise<void> {
    await this.#app.db.platform((sql) =>
      sql.query(
        ending('$3 where tenant_id = $1 and user_id = $2 and ended is null and id <> coalesce($4::bigint, 0)'),
        [tenantId, userId, stamp(this.#app.clock.ms()), except ?? null],
      ),
    );
  }

  /** Return a ticket that opens one download for a minute, once: tokens are never part of an address. */
  async ticket(
    session: Pick<StoredSession, 'id' | 'tenantId' | 'userId'>,
    path: string,
    language: string,
  ): Promise<string> {
    const ticket = fresh();
    await this.#app.db.platform((sql) =>
      sql.query(
        'insert into anju_ticket (id, tenant_id, person_id, session_id, path, language, until) values ($1, $2, $3, $4, $5, $6, $7)',
        [
          hash(ticket),
          session.tenantId,
          session.userId,
          session.id,
          path,
          language,
          stamp(this.#app.clock.ms() + 60_000),
        ],
      ),
    );
    return ticket;
  }

  async redeem(ticket: string, path: string): Promise<{ session: StoredSession; language: string } | null> {
    const now = this.#app.clock.ms();
    const rows = await this.#app.db.platform((sql) =>
      sql.query<{ id: string; tenantId: string; userId: string; path: string; language: string }>(
        'delete from anju_ticket where id = $1 and until > $2 returning session_id as id, tenant_id as "tenantId", person_id as "userId", path, language',
        [hash(ticket), stamp(now)],
      ),
    );
    if (!rows.length || rows[0].path.split('?')[0] !== path) return null;
    const { id, language } = rows[0];
    const [session] = await this.#app.db.platform((sql) =>
      sql.query<Row>(`select ${columns} from anju_session where id = $1 and ended is null`, [id]),
    );
    return session ? { session: sessionIn(session), language } : null;
  }
}
