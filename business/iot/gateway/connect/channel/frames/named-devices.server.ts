import type { KnownDevice } from '../../../../ingest/known-device.server.ts';
import type { Registry } from '../../../../ingest/registry.server.ts';
import { plainDeviceName as plain } from './plain-name.rules.ts';

/** Ids that were looked up: those found, and those looked for in vain within a minute. */
const MAX_FOUND = 20_000;
const MAX_UNKNOWN = 1000;
const UNKNOWN_MS = 60_000;

/** Keep a map at most so large: the oldest entry goes. */
function trim(map: Map<string, unknown>, most: number): void {
  if (map.size > most) map.delete(map.keys().next().value as string);
}

/** Finds the devices of a company by the ids in frames: key, MAC or serial number. */
export class NamedDevices {
  readonly #registry: Registry;
  readonly #now: () => number;
  readonly #found = new Map<string, string>();
  readonly #unknown = new Map<string, number>();

  constructor(registry: Registry, now: () => number) {
    this.#registry = registry;
    this.#now = now;
  }

  find(tenantId: string, id: string): KnownDevice | undefined {
    const own = this.#registry.device(id) ?? this.#registry.device(id.toLowerCase());
    if (own) return own.tenantId === tenantId ? own : undefined;
    const name = `${tenantId} ${plain(id)}`;
    const before = this.#registry.deviceOf(this.#found.get(name) ?? '');
    if (before && this.#isNamed(before, tenantId, plain(id))) return before;
    if (this.#now() - (this.#unknown.get(name) ?? -UNKNOWN_MS) < UNKNOWN_MS) return undefined;
    return this.#search(tenantId, name, plain(id));
  }

  #isNamed({ tenantId, mac, serial }: KnownDevice, of: string, id: string): boolean {
    return tenantId === of && id !== '' && (plain(mac ?? '') === id || plain(serial ?? '') === id);
  }

  #search(tenantId: string, name: string, id: string): KnownDevice | undefined {
    for (const known of this.#registry.devices)
      if (this.#isNamed(known, tenantId, id)) {
        this.#found.set(name, known.id);
        trim(this.#found, MAX_FOUND);
        return known;
      }
    this.#unknown.delete(name);
    this.#unknown.set(name, this.#now());
    trim(this.#unknown, MAX_UNKNOWN);
    return undefined;
  }
}
