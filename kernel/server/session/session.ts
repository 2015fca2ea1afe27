import { createHash, randomBytes } from 'node:crypto';
import type { Tenancy } from '../database/database.ts';
import type { House } from '../house.ts';
import { inZone } from '../time/clock.ts';

/** A login: found by the hash of its token, ended on the server. */
export interface Session { readonly id: string; readonly tenantId: string; readonly userId: string; readonly accessUntil: number; readonly client: string }

/** What a client holds. The tokens are random; the database knows only their hashes. */
export interface Tokens { readonly access: string; readonly refresh: string; readonly seconds: number }

export const ACCESS_SECONDS = 3600;
const REFRESH_SECONDS = 604_800;
/** Parallel calls of a client that renews: the former refresh token answers its same successor this long. */
const GRACE_MS = 60_000;
const KEPT_MS = 5_000;

const hash = (token: string): string => createHash('sha256').update(token).digest('base64url');
const fresh = (): string => randomBytes(32).toString('base64url');
const stamp = (ms: number): string => `${inZone(ms, 'UTC')}+00`;

interface Kept { readonly session: Session | null; readonly until: number }

/** The sessions of this server: looked up once in five seconds each, forgotten at once when they end here. */
export class Sessions {
  readonly #house: House;
  readonly #kept = new Map<string, Kept>();
  /** Successors of rotated refresh tokens, in clear only in memory and only for the grace time. */
  readonly #successors = new Map<string, { tokens: Tokens; until: number }>();
  constructor(house: House) { this.#house = house; }

  async open(tenancy: Tenancy, userId: string, about: { ip: string; agent: string; client: string }): Promise<Tokens> {
    const now = this.#house.clock.ms();
    const tokens: Tokens = { access: fresh(), refresh: fresh(), seconds: ACCESS_SECONDS };
    await this.#house.db.platform((sql) => sql.query(`insert into anju_session (id, tenant_id, user_id, access_hash, refresh_hash, created, access_until, until, ip, agent, client)
      values (next_id($1), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`, [now, tenancy.tenantId, userId, hash(tokens.access), hash(tokens.refresh), stamp(now), stamp(now + ACCESS_SECONDS * 1000), stamp(now + REFRESH_SECONDS * 1000), about.ip, about.agent.slice(0, 300), about.client]));
    return tokens;
  }

  /** The living session of an access token, or null. */
  async find(access: string): Promise<Session | null> {
    const key = hash(access);
    const now = this.#house.clock.ms();
    const kept = this.#kept.get(key);
    if (kept && kept.until > now) return kept.session && kept.session.accessUntil > now ? kept.session : null;
    const rows = await this.#house.db.platform((sql) => sql.query<{ id: string; tenantId: string; userId: string; until: string; client: string }>(
      `select id, tenant_id as "tenantId", user_id as "userId", (extract(epoch from access_until) * 1000)::bigint as until, client from anju_session where access_hash = $1 and ended is null`, [key]));
    const session = rows.length ? { id: rows[0].id, tenantId: rows[0].tenantId, userId: rows[0].userId, accessUntil: Number(rows[0].until), client: rows[0].client } : null;
    if (this.#kept.size > 20_000) this.#kept.clear();
    this.#kept.set(key, { session, until: now + KEPT_MS });
    return session && session.accessUntil > now ? session : null;
  }

  /** Exchanges a refresh token. A token used twice after the grace time was stolen: the session ends. */
  async renew(refresh: string): Promise<{ session: Session; tokens: Tokens } | null> {
    const now = this.#house.clock.ms();
    const key = hash(refresh);
    const done = await this.#house.db.platform(async (sql) => {
      const tokens: Tokens = { access: fresh(), refresh: fresh(), seconds: ACCESS_SECONDS };
      const rows = await sql.query<{ id: string; tenantId: string; userId: string; client: string }>(`update anju_session set last_refresh_hash = refresh_hash, refresh_hash = $2, access_hash = $3, rotated = $4, access_until = $5
        where refresh_hash = $1 and ended is null and until > $4 returning id, tenant_id as "tenantId", user_id as "userId", client`, [key, hash(tokens.refresh), hash(tokens.access), stamp(now), stamp(now + ACCESS_SECONDS * 1000)]);
      return rows.length ? { session: { ...rows[0], accessUntil: now + ACCESS_SECONDS * 1000 }, tokens } : null;
    });
    if (done) {
      this.#successors.set(key, { tokens: done.tokens, until: now + GRACE_MS });
      return done;
    }
    return this.#repeat(key, now);
  }

  async #repeat(key: string, now: number): Promise<{ session: Session; tokens: Tokens } | null> {
    for (const [old, { until }] of this.#successors) if (until <= now) this.#successors.delete(old);
    const successor = this.#successors.get(key);
    if (successor) {
      const session = await this.find(successor.tokens.access);
      return session && { session, tokens: successor.tokens };
    }
    await this.#house.db.platform((sql) => sql.query('update anju_session set ended = $2 where last_refresh_hash = $1 and ended is null', [key, stamp(now)]));
    this.#kept.clear();
    return null;
  }

  async end(id: string): Promise<void> {
    await this.#house.db.platform((sql) => sql.query('update anju_session set ended = $2 where id = $1', [id, stamp(this.#house.clock.ms())]));
    this.#kept.clear();
  }

  /** Ends every session of a person: the password changed, the account was closed. */
  async endAllOf(tenantId: string, userId: string, except?: string): Promise<void> {
    await this.#house.db.platform((sql) => sql.query('update anju_session set ended = $3 where tenant_id = $1 and user_id = $2 and ended is null and id <> coalesce($4::bigint, 0)', [tenantId, userId, stamp(this.#house.clock.ms()), except ?? null]));
    this.#kept.clear();
  }

  /** A ticket opens one download for a minute, once: tokens never stand in an address. */
  async ticket(session: Session, path: string, language: string): Promise<string> {
    const ticket = fresh();
    await this.#house.db.platform((sql) => sql.query('insert into anju_ticket (id, tenant_id, person_id, session_id, path, language, until) values ($1, $2, $3, $4, $5, $6, $7)',
      [hash(ticket), session.tenantId, session.userId, session.id, path, language, stamp(this.#house.clock.ms() + 60_000)]));
    return ticket;
  }

  async redeem(ticket: string, path: string): Promise<{ session: Session; language: string } | null> {
    const now = this.#house.clock.ms();
    const rows = await this.#house.db.platform((sql) => sql.query<{ id: string; tenantId: string; userId: string; path: string; language: string }>(
      'delete from anju_ticket where id = $1 and until > $2 returning session_id as id, tenant_id as "tenantId", person_id as "userId", path, language', [hash(ticket), stamp(now)]));
    if (!rows.length || rows[0].path.split('?')[0] !== path) return null;
    return { session: { id: rows[0].id, tenantId: rows[0].tenantId, userId: rows[0].userId, accessUntil: now + 60_000, client: '' }, language: rows[0].language };
  }
}
