import { type App, productActor, transact } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { type ModuleVersions, mergedVersions, shownVersion } from '../../firmware/versions/version.rules.ts';
import { helloWords } from '../../records/log-words.rules.ts';
import type { Presence } from '../presence/presence.server.ts';
import type { KnownDevice } from '../known-device.server.ts';
import type { Hello } from '../uplink.rules.ts';

/** Event: a device without a home has announced itself. The room of homes offers it to installers. */
export const ANNOUNCED = 'device.announced';

/**
 * Handles the first contact of a device: activates it, records its firmware and address, and announces a device without
 * a home.
 */
export class Welcome {
  readonly #app: App;
  readonly #presence: Presence;
  readonly #activating = new Set<string>();

  constructor(app: App, presence: Presence) {
    this.#app = app;
    this.#presence = presence;
  }

  async #within<T>(tenantId: string, work: Parameters<typeof transact<T>>[2]): Promise<T> {
    const tenancy = (await this.#app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    return transact(this.#app, productActor(this.#app, tenancy, 'devices'), work);
  }

  /** Activate a device at its first message. A failed write is retried at its next message. */
  activate(known: KnownDevice): void {
    if (known.isActive || this.#activating.has(known.id)) return;
    this.#activating.add(known.id);
    void this.#within(known.tenantId, async (tx) => {
      await tx.move(device, known.id, 'active', 'activate', { activateTime: tx.now() });
    })
      .then(() => {
        known.isActive = true;
      })
      .catch((error: unknown) => this.#app.report(error as Error))
      .finally(() => this.#activating.delete(known.id));
  }

  /** Record the versions that a device reports. Those of modules that it does not name stay as they are. */
  learnVersions(known: KnownDevice, reported: ModuleVersions): void {
    if (Object.keys(reported).length === 0) return;
    known.modules = mergedVersions(known.modules, reported);
    known.firmware = shownVersion(known.modules);
    this.#presence.learn(known, { firmwareVersion: known.firmware ?? undefined, moduleVersions: known.modules });
  }

  /**
   * Record firmware and newest model version of a device that connects. If it has no home, emit `ANNOUNCED`, so that
   * installers are offered it.
   */
  hello(known: KnownDevice, hello: Hello, address: string): void {
    known.version = known.model.newest || known.version;
    const firmware = shownVersion(hello.firmware);
    this.learnVersions(known, hello.firmware);
    this.#presence.learn(known, {
      ...(known.model.newest > 0 && { modelVersion: known.model.newest }),
      peerAddress: address,
    });
    this.#presence.log({
      device: known,
      tenantId: known.tenantId,
      logType: 'power_on',
      level: 'info',
      content: helloWords(hello.boot, hello.ip, firmware),
      payload: { ...hello },
      at: this.#app.clock.ms(),
    });
    if (known.householdId !== null) return;
    void this.#within(known.tenantId, (tx) =>
      tx.emit(ANNOUNCED, { id: known.id, mac: known.mac ?? hello.mac, sn: hello.sn, address }),
    ).catch(() => undefined);
  }
}
