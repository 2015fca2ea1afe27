import { mustGet } from '#kernel/language/must.ts';
import { type App, http, networkOf, type OpenCall, sessionFacts } from '#kernel/server';
import { accountKey, assertNotLocked, countFailure, countForAddress } from './attempts.server.ts';

/** So many tries of one address are judged, or wait with their answer, at once. */
export const MOST_OF_ADDRESS = 20;
/** So many of all addresses together; a few more are let in for people who are known where they are. */
const MOST = 400;
const MOST_WITH_KNOWN = 500;
/** When somebody comes again who found no place. */
const AGAIN_SECONDS = 5;

/** Who tries something, and where he does. */
export interface Trying {
  readonly tenantId: string;
  readonly account: string;
  readonly ip: string;
}

/** The tries of this process that are judged or wait. A place is kept to the end of the wait, also by who hangs up. */
class Room {
  readonly #of = new Map<string, number>();
  #all = 0;
  #turn: Promise<unknown> = Promise.resolve();

  hasPlace(ip: string): boolean {
    return this.#all < MOST && (this.#of.get(ip) ?? 0) < MOST_OF_ADDRESS;
  }
  hasPlaceForKnown(): boolean {
    return this.#all < MOST_WITH_KNOWN;
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

  /** One after the other: a flood of logins must not starve those who work. */
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

/** Was this account let in at this address before? Whoever floods an address does not keep its people out. */
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

/** One try of an account at a time on all servers together: two that guess at once have no more tries than one. */
const oneAtATime = <T>(app: App, { tenantId, account }: Trying, work: () => Promise<T>): Promise<T> =>
  app.db.write({ tenantId, zone: 'UTC' }, async (sql) => {
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [accountKey(tenantId, account)]);
    return work();
  });

/** Gives a try its place, or refuses it (429) and says when to come again. */
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
 * Judges a password or a code. A wrong one (null) counts for its account, which locks, and for its address, whose wrong answers wait longer
 * and longer; answers how many tries are left. What is right never waits.
 */
export async function tried<T>(
  call: Pick<OpenCall, 'app' | 'reply'>,
  who: Trying,
  judge: () => Promise<T | null>,
): Promise<{ readonly right: T } | { readonly left: number }> {
  const { app } = call;
  // Before anything else: a locked account takes no place.
  await assertNotLocked(app, who.tenantId, who.account);
  return placed(call, who, async () => {
    // Judged and counted before the next one is looked at: a hundred guesses at once are no more than one after the other.
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

/** What says nothing about an account counts for its address alone. */
export const triedForAddress = (call: Pick<OpenCall, 'app' | 'reply'>, who: Trying): Promise<void> =>
  placed(call, who, async () => call.app.clock.rest(await countForAddress(call.app, who.ip)));
