/** Wrong passwords of one device key from one address within a minute. */
interface Count {
  since: number;
  failures: number;
  until: number;
}

const MINUTE_MS = 60_000;
const BAN_MS = 5 * MINUTE_MS;
const MAX_FAILURES = 10;
const MAX_COUNTS = 20_000;

/**
 * Bans by device key and address. A ban only hides whether a wrong password was near: a right one is never asked about its ban, so that nobody
 * locks out a device by its key or by the address that it shares. Bounded: the oldest counts give way.
 */
export class Bans {
  readonly #counts = new Map<string, Count>();

  /** Note a wrong password. Return `banned` during a ban, `begins` where this one is one too many, and `no` otherwise. */
  failed(deviceKey: string, address: string, now: number): 'no' | 'begins' | 'banned' {
    const key = `${deviceKey} ${address}`;
    const count = this.#counts.get(key) ?? { since: now, failures: 0, until: 0 };
    if (count.until > now) return 'banned';
    if (now - count.since >= MINUTE_MS) Object.assign(count, { since: now, failures: 0 });
    count.failures += 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    if (this.#counts.size > MAX_COUNTS) this.#counts.delete(this.#counts.keys().next().value as string);
    if (count.failures < MAX_FAILURES) return 'no';
    Object.assign(count, { since: now, failures: 0, until: now + BAN_MS });
    return 'begins';
  }
}
