import { setTimeout as sleep } from 'node:timers/promises';
import type { App, Change } from '../../app.ts';
import { Lease } from './lease.ts';
import { keepFacts } from './part-facts.ts';
import type { PartOptions, ProcessPart, RunningPart, StandingBy } from './part.ts';

const AGAIN_MS = 500;

/** Does a background process run here (`running`) or elsewhere (`standby`), or is that not decided yet (`starting`)? */
export type OwnedState = 'starting' | 'running' | 'standby';

/**
 * A background process, such as the device gateway, that runs only once over one database. It waits for its lease and
 * runs while it has it. After it loses the lease it waits again, in standby.
 */
export class OwnedPart {
  readonly #app: App;
  readonly #part: ProcessPart;
  readonly #options: PartOptions;
  readonly #decided = Promise.withResolvers<void>();
  #running: RunningPart | undefined;
  #standingBy: StandingBy | undefined;
  #lease: Lease | undefined;
  #end = (): void => {};
  #isStopping = false;
  #state: OwnedState = 'starting';
  #work: Promise<void> = Promise.resolve();

  constructor(app: App, part: ProcessPart, options: PartOptions) {
    this.#app = app;
    this.#part = part;
    this.#options = options;
  }

  get name(): string {
    return this.#part.name;
  }

  get state(): OwnedState {
    return this.#state;
  }

  /** Start the background process. Return once it runs here, or is in standby. */
  start(): Promise<void> {
    this.#work = this.#run();
    this.#work.catch((error: unknown) => this.#decided.reject(error as Error));
    return this.#decided.promise;
  }

  /**
   * Resolves when the background process has ended. It rejects if the start fails: the operating-system process then
   * ends, and is restarted.
   */
  get ended(): Promise<void> {
    return this.#work;
  }

  heard(change: Change): void {
    this.#running?.heard?.(change);
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const lost = new Promise<void>((resolve) => {
        this.#end = resolve;
      });
      const lease = new Lease(this.#app, this.#part.name, this.#end);
      this.#lease = lease;
      const holder = await lease.tryTake();
      if (holder === 'ours') await this.#runUnder(lease, lost);
      else {
        if (holder === 'others') await this.#standBy();
        await Promise.race([sleep(AGAIN_MS), lost]);
      }
      lease.release();
    }
    await this.#standingBy?.stop();
  }

  async #standBy(): Promise<void> {
    this.#state = 'standby';
    this.#standingBy ??= await this.#part.standBy?.(this.#app, this.#options);
    this.#decided.resolve();
  }

  async #runUnder(lease: Lease, lost: Promise<void>): Promise<void> {
    await this.#standingBy?.stop();
    this.#standingBy = undefined;
    const { guard } = lease;
    const part = await this.#part.start({ ...this.#app, db: this.#app.db.under(guard) }, this.#options);
    this.#running = part;
    this.#state = 'running';
    const stopFacts = keepFacts(this.#app, this.#part.name, () => ({ ...part.facts(), epoch: guard.values[1] }));
    this.#decided.resolve();
    await lost;
    this.#state = 'standby';
    this.#running = undefined;
    if (!this.#isStopping)
      this.#options.say([
        `另一个进程接管了 ${this.#part.name}，本进程待命。`,
        `Another process has taken over ${this.#part.name}; this one stands by.`,
      ]);
    await part.stop();
    await stopFacts();
  }

  /** Finish the work, and release the lease for another process. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#end();
    await this.#work.catch(() => undefined);
    this.#lease?.release();
  }
}
