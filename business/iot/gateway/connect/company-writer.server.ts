import { type App, isAway } from '#kernel/server';

interface Writing<T> {
  readonly everyMs: number;
  /** Return the rows that wait, and forget them where they need not be written again after a failure. */
  readonly take: () => readonly T[];
  readonly tenancyOf: (row: T) => { readonly tenantId: string; readonly zone: string };
  readonly write: (
    tenancy: { readonly tenantId: string; readonly zone: string },
    rows: readonly T[],
  ) => Promise<unknown>;
}

/** Writes gathered rows in intervals, for each company on its own, so the failure of one delays no other. */
export class CompanyWriter<T> {
  readonly #app: App;
  readonly #of: Writing<T>;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(app: App, of: Writing<T>) {
    this.#app = app;
    this.#of = of;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), this.#of.everyMs);
    this.#timer.unref();
  }

  flush(): Promise<void> {
    this.#work = this.#work.then(() => this.#writeAll());
    return this.#work;
  }

  async #writeAll(): Promise<void> {
    const { take, tenancyOf, write } = this.#of;
    for (const rows of Map.groupBy(take(), (row) => tenancyOf(row).tenantId).values())
      try {
        await write(tenancyOf(rows[0]), rows);
      } catch (error) {
        if (!isAway(error)) this.#app.report(error as Error);
      }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
