import { type App, productActor, transact } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { helloWords } from '../../records/log-words.rules.ts';
import type { Presence } from '../presence/presence.server.ts';
import type { KnownDevice } from '../known-device.server.ts';
import type { Hello } from '../uplink.rules.ts';

/** The event of a device that announced itself: the pool of devices without a home listens. */
export const ANNOUNCED = 'device.announced';

/** What a device does before it sends values: it becomes active, and says what it is. */
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

  /** The first time that a device is heard. What cannot be written now is tried when it is heard again. */
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

  /** What it runs, by which version of its model it speaks from now on; who has no home is offered to those who install. */
  hello(known: KnownDevice, hello: Hello, address: string): void {
    const firmware = hello.firmware.app ?? hello.firmware.mcu ?? Object.values(hello.firmware)[0] ?? null;
    known.version = known.model.newest || known.version;
    known.firmware = firmware ?? known.firmware;
    this.#presence.learn(known, {
      ...(firmware !== null && { firmwareVersion: firmware, moduleVersions: hello.firmware }),
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
