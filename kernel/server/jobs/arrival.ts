import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';

/** Progress of demo data that is loaded while the server runs. `done` of `of` weeks are loaded. */
export interface Arrival {
  readonly done: number;
  readonly of: number;
}

/** Key of the progress of the demo data in the database; absent where none is loaded. */
export const ARRIVAL = 'demo';
const AGAIN_MS = 500;

/** Return the progress of the demo data; null where all of it is loaded. */
export function arrivalIn(value: string | undefined): Arrival | null {
  if (!value?.startsWith('{')) return null;
  const { done, of, isFinished } = JSON.parse(value) as Arrival & { isFinished?: boolean };
  return isFinished ? null : { done, of };
}

/** Read the progress of the demo data. */
export const readArrival = (app: Pick<App, 'db'>): Promise<Arrival | null> =>
  app.db.platform(async (sql) =>
    arrivalIn((await sql.query<{ value: string }>('select value from anju_meta where id = $1', [ARRIVAL]))[0]?.value),
  );

/**
 * Watch the demo data being loaded, by whichever process. Audit seals, timed work and due rows wait until all is
 * loaded; people need not. Each change of the progress is announced once.
 */
export class ArrivalWatch {
  readonly #tell: (arrival: Arrival | null) => void;
  #isStopped = false;
  #now: Arrival | null = null;

  constructor(tell: (arrival: Arrival | null) => void = () => {}) {
    this.#tell = tell;
  }

  /** Return the progress; null once all is loaded. */
  get now(): Arrival | null {
    return this.#now;
  }

  /** Resolve once all is loaded; never if the watch is stopped before. */
  async over(app: Pick<App, 'db'>): Promise<void> {
    while (!this.#isStopped) {
      const arrival = await readArrival(app).catch(() => this.#now ?? { done: 0, of: 0 });
      if (this.#isStopped) break;
      const isNew = arrival?.done !== this.#now?.done;
      this.#now = arrival;
      if (isNew) this.#tell(arrival);
      if (!arrival) return;
      await sleep(AGAIN_MS, undefined, { ref: false });
    }
    await new Promise(() => {});
  }

  stop(): void {
    this.#isStopped = true;
  }
}
