import type { LocalizedText } from '#kernel/language/label.ts';
import { type App, everyCompany, isAway } from '#kernel/server';
import type { ConnectionOf, ConnectionStates } from './connection-states.server.ts';

/** Changes within this time are followed together. */
const REFRESH_MS = 200;
/** Time until a company is read again that could not be read. */
const AGAIN_MS = 5000;

/** A connection that is wanted and cannot run, and why. */
export interface WrongConnection extends ConnectionOf {
  readonly why: LocalizedText;
}

interface WantedOptions<Wanted extends ConnectionOf> {
  readonly app: App;
  readonly states: ConnectionStates;
  /** Read what a company wants. */ load(tenantId: string): Promise<readonly (Wanted | WrongConnection)[]>;
  /** Let these run, of all companies, and end all others. */ follow(wanted: readonly Wanted[]): void;
}

/** Reads which connections the companies want, again after each change, and notes the states of those that cannot run. */
export class WantedConnections<Wanted extends ConnectionOf> {
  readonly #of: WantedOptions<Wanted>;
  readonly #loaded = new Map<string, readonly (Wanted | WrongConnection)[]>();
  readonly #stale = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #work: Promise<void> = Promise.resolve();

  constructor(of: WantedOptions<Wanted>) {
    this.#of = of;
  }

  async start(): Promise<void> {
    for (const tenantId of await everyCompany(this.#of.app)) this.#stale.add(tenantId);
    await this.settle();
  }

  /** Does a company want a connection? */
  hasAny(tenantId: string): boolean {
    return Boolean(this.#loaded.get(tenantId)?.length);
  }

  /** Note that a company changed something; empty: any of them may have. */
  changed(tenantId: string): void {
    for (const one of tenantId ? [tenantId] : this.#loaded.keys()) this.#stale.add(one);
    this.#wait(REFRESH_MS);
  }

  #wait(ms: number): void {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => void this.settle(), ms);
    this.#timer.unref();
  }

  /** Read what is wanted by companies that changed something, and follow it. */
  settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work = this.#work
      .then(() => this.#followAll())
      .catch((error: unknown) => this.#of.app.report(error as Error));
    return this.#work;
  }

  async #followAll(): Promise<void> {
    const stale = [...this.#stale];
    this.#stale.clear();
    for (const tenantId of stale)
      try {
        await this.#read(tenantId);
      } catch (error) {
        // The connections of other companies go on; those of this one stay as they are until the next attempt.
        this.#stale.add(tenantId);
        if (!isAway(error)) this.#of.app.report(error as Error);
      }
    this.#of.follow([...this.#loaded.values()].flat().filter((one): one is Wanted => !('why' in one)));
    await this.#of.states.flush();
    if (this.#stale.size) this.#wait(AGAIN_MS);
  }

  async #read(tenantId: string): Promise<void> {
    const { states, load } = this.#of;
    const before = this.#loaded.get(tenantId) ?? [];
    const loaded = await load(tenantId);
    this.#loaded.set(tenantId, loaded);
    const wanted = new Set(loaded.map(({ connectionId }) => connectionId));
    for (const one of before) if (!wanted.has(one.connectionId)) states.set(one, 'stopped');
    for (const one of loaded) if ('why' in one) states.set(one, 'error', one.why);
  }

  /** Follow nothing any more. The owner ends the running ones. */
  stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    return this.#work;
  }
}
