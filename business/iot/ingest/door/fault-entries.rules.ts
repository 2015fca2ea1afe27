const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Entries that failed logins from one address may cause in an hour, over all devices that they name. */
const MAX_OF_ADDRESS = 60;
const MAX_KEYS = 20_000;

/** Remember a bounded number of keys; the oldest give way. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MAX_KEYS) map.delete(map.keys().next().value as string);
}

/**
 * Which faults at the door of devices become an entry of the log: the same fault of one device once a minute, and failed logins from one
 * address at most 60 times an hour. A device that repeats a fault, or a stranger that names many devices, fills no log.
 */
export class FaultEntries {
  readonly #last = new Map<string, number>();
  readonly #addresses = new Map<string, { since: number; entries: number }>();

  /** May this fault of a device that proved its identity become an entry now? A yes is counted. */
  ofDevice(deviceId: string, fault: string, now: number): boolean {
    const key = `${deviceId} ${fault}`;
    if (now - (this.#last.get(key) ?? -MINUTE_MS) < MINUTE_MS) return false;
    remember(this.#last, key, now);
    return true;
  }

  /** The same of a failed login, which anybody can cause who knows the key of a device. */
  ofStranger(deviceId: string, fault: string, { address, now }: { address: string; now: number }): boolean {
    const found = this.#addresses.get(address);
    const count = found && now - found.since < HOUR_MS ? found : { since: now, entries: 0 };
    if (count.entries >= MAX_OF_ADDRESS || !this.ofDevice(deviceId, fault, now)) return false;
    count.entries += 1;
    remember(this.#addresses, address, count);
    return true;
  }
}
