import { mustGet } from '#kernel/language/must.ts';
import { type App, http, networkOf, type OpenCall, sessionFacts } from '#kernel/server';
import { accountKey, assertNotLocked, countFailure, countForAddress } from './attempts.server.ts';

/** Maximum of simultaneous tries of one address, delayed answers included. */
export const MAX_OF_ADDRESS = 20;
/**
 * Maximum of simultaneous tries of all addresses; `MAX_WITH_KNOWN` adds places for accounts that logged in from their
 * address before.
 */
const MOST = 400;
const MAX_WITH_KNOWN = 500;
/** Seconds after which a client whose try was refused for lack of a place may try again. */
const AGAIN_SECONDS = 5;

/** A login attempt: its account and address. */
export interface Trying {
  readonly tenantId: string;
  readonly account: string;
  readonly ip: string;
}

/**
 * Counts the tries of this process that are being checked or delayed. A try occupies its place to the end of its delay,
 * even after a disconnect.
 */
class Room {
  readonly #of = new Map<string, number>();
  #all = 0;
  #turn: Promise<unknown> = Promise.resolve();

  hasPlace(ip: string): boolean {
    return this.#all < MOST && (this.#of.get(ip) ?? 0) < MAX_OF_ADDRESS;
  }
  hasPlaceForKnown(): boolean {
    return this.#all < MAX_WITH_KNOWN;
  }

  async within<T>(ip: string, work: () => Promise<T>): Promise<T> {
    this.#all += 1;
    this.#of.set(ip, (this.#of.get(ip) ?? 0) + 1);
    try {
      return await work();
    } finally {
      this.#all -= 1;
      const left = mustGet(this.#of, ip) - 1;
      if (left) this.#of.set(ip, left);
      else this.#of.delete(ip);
    }
  }

  /** Run this work after all earlier work: a flood of logins must not starve other requests. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

const rooms = new WeakMap<App, Room>();

function roomOf(app: App): Room {
  let room = rooms.get(app);
  if (!room) rooms.set(app, (room = new Room()));
  return room;
}

/**
 * Has this account logged in from this address before? Then it may use the reserved places during a flood of logins.
 */
async function isKnown(app: App, { tenantId, account, ip }: Trying): Promise<boolean> {
  const rows = await app.db.read({ tenantId, zone: 'UTC' }, (sql) =>
    sql.query(
      `select 1 from blade_user u join ${sessionFacts} s on s.tenant_id = u.tenant_id and s.user_id = u.id
    where u.tenant_id = $1 and u.account = $2 and u.is_deleted = 0 and s.ip = $3 limit 1`,
      [tenantId, account, ip],
    ),
  );
  return rows.length > 0;
}

/**
 * Check one try of an account at a time across all servers. So two simultaneous tries cannot both use the last one that
 * is left.
 */
const oneAtATime = <T>(app: App, { tenantId, account }: Trying, work: () => Promise<T>): Promise<T> =>
  app.db.write({ tenantId, zone: 'UTC' }, async (sql) => {
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [accountKey(tenantId, account)]);
    return work();
  });

/** Run a try if there is a place; else refuse it (429) with the time to retry. */
async function placed<T>(call: Pick<OpenCall, 'app' | 'reply'>, who: Trying, work: () => Promise<T>): Promise<T> {
  const room = roomOf(call.app);
  const network = networkOf(who.ip);
  if (!room.hasPlace(network) && !(room.hasPlaceForKnown() && (await isKnown(call.app, who)))) {
    call.reply.header('Retry-After', String(AGAIN_SECONDS));
    throw http.tooMany();
  }
  return room.within(network, work);
}

/**
 * Check a password or code; a right one never waits. A wrong one (null) counts for its account, which locks, and for
 * its address, whose wrong answers are delayed. Return the tries that are left.
 */
export async function tried<T>(
  call: Pick<OpenCall, 'app' | 'reply'>,
  who: Trying,
  judge: () => Promise<T | null>,
): Promise<{ readonly right: T } | { readonly left: number }> {
  const { app } = call;
  // Check the lock first: a try of a locked account takes no place.
  await assertNotLocked(app, who.tenantId, who.account);
  return placed(call, who, async () => {
    // Check and count one by one: a hundred simultaneous guesses get no more tries than successive ones.
    const judged = await roomOf(app).inTurn(() =>
      oneAtATime(app, who, async () => {
        await assertNotLocked(app, who.tenantId, who.account);
        const right = await judge();
        return right === null ? countFailure(app, who.tenantId, who.account, who.ip) : { right };
      }),
    );
    if ('right' in judged) return judged;
    await app.clock.rest(judged.wait);
    return { left: judged.left };
  });
}

/** Count a failure that concerns no account for its address alone. */
export const triedForAddress = (call: Pick<OpenCall, 'app' | 'reply'>, who: Trying): Promise<void> =>
  placed(call, who, async () => call.app.clock.rest(await countForAddress(call.app, who.ip)));
