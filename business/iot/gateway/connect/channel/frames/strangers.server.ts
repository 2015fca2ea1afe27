import { type App, isAway, productActor, transact } from '#kernel/server';
import type { ConnectionOf } from '../connection-states.server.ts';

/** Event: a frame with a right checksum names a device that is not registered. Installers find it in the pool. */
export const STRANGER = 'device.stranger';

const EVERY_MS = 60_000;
const MAX_KNOWN = 1000;

/** Reports unknown devices: each once a minute, and at most 1,000 a minute, so that made-up ids do no harm. */
export class Strangers {
  readonly #app: App;
  readonly #seen = new Map<string, number>();
  #work: Promise<void> = Promise.resolve();

  constructor(app: App) {
    this.#app = app;
  }

  seen(of: ConnectionOf, id: string, address: string): void {
    const now = this.#app.clock.ms();
    const name = `${of.tenantId} ${id}`;
    if (now - (this.#seen.get(name) ?? -EVERY_MS) < EVERY_MS) return;
    for (const [old, at] of this.#seen) {
      if (now - at < EVERY_MS) break;
      this.#seen.delete(old);
    }
    if (this.#seen.size >= MAX_KNOWN) return;
    this.#seen.set(name, now);
    const actor = productActor(this.#app, of, 'devices');
    this.#work = this.#work
      .then(() =>
        transact(this.#app, actor, (tx) => tx.emit(STRANGER, { connectionId: of.connectionId, mac: id, address })),
      )
      .catch((error: unknown) => {
        if (!isAway(error)) this.#app.report(error as Error);
      });
  }

  async stop(): Promise<void> {
    await this.#work;
  }
}
