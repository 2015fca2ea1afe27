import { plainDeviceName } from './plain-name.rules.ts';
import type { KnownDevice } from './known-device.server.ts';

const plain = (text: string | null): string => plainDeviceName(text ?? '');

/** Devices by their MAC and serial number, so that an id without a device costs no search. */
export class DeviceNames {
  readonly #byName = new Map<string, Set<KnownDevice>>();

  #namesOf({ tenantId, mac, serial }: KnownDevice): string[] {
    return [plain(mac), plain(serial)].filter(Boolean).map((name) => `${tenantId} ${name}`);
  }

  add(known: KnownDevice): void {
    for (const name of this.#namesOf(known))
      this.#byName.set(name, (this.#byName.get(name) ?? new Set<KnownDevice>()).add(known));
  }

  remove(known: KnownDevice): void {
    for (const name of this.#namesOf(known)) {
      const devices = this.#byName.get(name);
      devices?.delete(known);
      if (devices?.size === 0) this.#byName.delete(name);
    }
  }

  /** Return the device of the company with this MAC or serial number, however it is written. */
  find(tenantId: string, id: string): KnownDevice | undefined {
    return this.#byName
      .get(`${tenantId} ${plain(id)}`)
      ?.values()
      .next().value;
  }
}
