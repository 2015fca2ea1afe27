/** Records which messages simulated devices sent and which were acknowledged, to compare them with stored rows. */
export class Ledger {
  readonly #acknowledged = new Map<string, Set<number>>();
  readonly #sent = new Map<string, Set<number>>();
  /** Moment of the newest acknowledged message of each device, whether or not it has a row in history. */
  readonly #newest = new Map<string, number>();

  sent(deviceKey: string, ts: number): void {
    this.#of(this.#sent, deviceKey).add(ts);
  }

  /**
   * Record an acknowledged message. `isStored`: it must have a row in history, which is not so if all changes are
   * within dead bands.
   */
  acknowledged(deviceKey: string, ts: number, isStored = true): void {
    if (isStored) this.#of(this.#acknowledged, deviceKey).add(ts);
    this.#newest.set(deviceKey, Math.max(ts, this.#newest.get(deviceKey) ?? ts));
  }

  #of(map: Map<string, Set<number>>, key: string): Set<number> {
    const found = map.get(key) ?? new Set();
    map.set(key, found);
    return found;
  }

  get devices(): string[] {
    return [...this.#sent.keys()];
  }

  /** Number of sent messages, and of acknowledged ones that must be stored. */
  get counts(): { readonly sent: number; readonly acknowledged: number } {
    const sum = (map: Map<string, Set<number>>): number => [...map.values()].reduce((all, one) => all + one.size, 0);
    return { sent: sum(this.#sent), acknowledged: sum(this.#acknowledged) };
  }

  /**
   * Compare stored rows with this ledger. `lost`: acknowledged but not stored. `invented`: stored but never sent.
   * `stale`: devices with an outdated current state.
   */
  audit(
    stored: ReadonlyMap<string, readonly number[]>,
    latest: ReadonlyMap<string, number>,
  ): { readonly lost: number; readonly invented: number; readonly twice: number; readonly stale: number } {
    let lost = 0;
    let invented = 0;
    let twice = 0;
    let stale = 0;
    for (const key of this.#sent.keys()) {
      const rows = stored.get(key) ?? [];
      const there = new Set(rows);
      twice += rows.length - there.size;
      for (const ts of this.#acknowledged.get(key) ?? []) if (!there.has(ts)) lost += 1;
      for (const ts of there) if (!this.#sent.get(key)!.has(ts)) invented += 1;
      if (rows.length > 0 && this.#isStale(key, rows, latest.get(key))) stale += 1;
    }
    return { lost, invented, twice, stale };
  }

  /** Is the current state not that of the newest message? A sent message without acknowledgement may be newer. */
  #isStale(key: string, rows: readonly number[], latest: number | undefined): boolean {
    const newest = rows.reduce((most, ts) => Math.max(most, ts), this.#newest.get(key) ?? 0);
    return latest === undefined || latest < newest || (latest > newest && !this.#sent.get(key)!.has(latest));
  }
}
