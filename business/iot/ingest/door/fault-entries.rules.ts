const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Maximal log entries of failed logins from one address in an hour, over all devices. */
const MAX_OF_ADDRESS = 60;
const MAX_KEYS = 20_000;

/** Set a key in a bounded map; if it is full, delete the oldest key. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MAX_KEYS) map.delete(map.keys().next().value as string);
}

/**
 * Limits log entries of connection faults: the same fault of one device once a minute, failed logins of one address 60
 * times an hour. So neither a device nor a stranger can flood the log.
 */
export class FaultEntries {
  readonly #last = new Map<string, number>();
  readonly #addresses = new Map<string, { since: number; entries: number }>();

  /** May this fault of a device be logged now? If so, it is counted. */
  ofDevice(deviceId: string, fault: string, now: number): boolean {
    const key = `${deviceId} ${fault}`;
    if (now - (this.#last.get(key) ?? -MINUTE_MS) < MINUTE_MS) return false;
    remember(this.#last, key, now);
    return true;
  }

  /**
   * May a failed login be logged now? Anyone can cause one with a known device key, so it is also limited by address.
   */
  ofStranger(deviceId: string, fault: string, { address, now }: { address: string; now: number }): boolean {
    const found = this.#addresses.get(address);
    const count = found && now - found.since < HOUR_MS ? found : { since: now, entries: 0 };
    if (count.entries >= MAX_OF_ADDRESS || !this.ofDevice(deviceId, fault, now)) return false;
    count.entries += 1;
    remember(this.#addresses, address, count);
    return true;
  }
}
