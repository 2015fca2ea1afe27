import { type App, isAway, productActor, transact } from '#kernel/server';
import type { ConnectionOf } from '../connection-states.server.ts';

/** Event: a frame with a right checksum names a device that is not registered. Installers find it in the pool. */
export const STRANGER = 'device.stranger';

const EVERY_MS = 60_000;
const MAX_KNOWN = 1000;
/** Longest id that is reported; a longer one is no MAC or serial number. */
const MAX_ID = 64;

/** Reports unknown devices: each once a minute, and at most 1,000 a minute and connection, so made-up ids do no harm. */
export class Strangers {
  readonly #app: App;
  /** Moment of the last report by connection and id, the oldest first. */
  readonly #seen = new Map<string, Map<string, number>>();
  #work: Promise<void> = Promise.resolve();

  constructor(app: App) {
    this.#app = app;
  }

  seen(of: ConnectionOf, id: string, address: string): void {
    if (id.length > MAX_ID) return;
    const now = this.#app.clock.ms();
    const seen = this.#seen.get(of.connectionId) ?? new Map<string, number>();
    this.#seen.set(of.connectionId, seen);
    if (now - (seen.get(id) ?? -EVERY_MS) < EVERY_MS) return;
    for (const [old, at] of seen) {
      if (now - at < EVERY_MS) break;
      seen.delete(old);
    }
    if (seen.size >= MAX_KNOWN) return;
    seen.set(id, now);
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
