/**
 * Failed passwords of one device key from one network address within a minute. `until`: end of the ban (milliseconds);
 * 0: none.
 */
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
 * Bans of a device key from one address after ten wrong passwords in a minute. The right password is accepted despite a
 * ban, so nobody can lock out a device. Bounded: the oldest counts are dropped.
 */
export class Bans {
  readonly #counts = new Map<string, Count>();

  /** Record a wrong password. Return `banned` during a ban, `begins` if this one starts a ban, and `no` otherwise. */
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
