/** Wrong passwords of one pair of client and address, or of one address, within a minute. */
interface Count {
  since: number;
  failures: number;
  until: number;
}

const MINUTE_MS = 60_000;
const BAN_MS = 5 * MINUTE_MS;
/** A whole building stands behind one address: the pair is banned long before the address is. */
const PAIR_FAILURES = 10;
const ADDRESS_FAILURES = 200;
const MOST_COUNTS = 20_000;

/** Who failed too often is not asked for a while. Bounded: the oldest counts give way. */
export class Bans {
  readonly #counts = new Map<string, Count>();

  isBanned(clientId: string, address: string, now: number): boolean {
    return [`${clientId} ${address}`, address].some((key) => (this.#counts.get(key)?.until ?? 0) > now);
  }

  /** Notes a wrong password; answers whether it was the one too many. */
  failed(clientId: string, address: string, now: number): boolean {
    const pair = this.#count(`${clientId} ${address}`, PAIR_FAILURES, now);
    const all = this.#count(address, ADDRESS_FAILURES, now);
    return pair || all;
  }

  #count(key: string, most: number, now: number): boolean {
    const count = this.#counts.get(key) ?? { since: now, failures: 0, until: 0 };
    if (now - count.since >= MINUTE_MS) Object.assign(count, { since: now, failures: 0 });
    count.failures += 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    if (this.#counts.size > MOST_COUNTS) this.#counts.delete(this.#counts.keys().next().value as string);
    if (count.failures < most) return false;
    Object.assign(count, { since: now, failures: 0, until: now + BAN_MS });
    return true;
  }
}
