import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '#kernel/server';
import type { LaneFigures } from './hour-facts.rules.ts';
import { type GatewayPast, PastFacts, type PastCounts, readPast } from './past-facts.rules.ts';

/** The last day and week of a gateway, in a file beside its spool, so that a restart does not lose them. */
export class StoredPast {
  readonly #app: App;
  readonly #past: PastFacts;
  readonly #file: string;
  #work: Promise<void> = Promise.resolve();

  private constructor(app: App, past: GatewayPast) {
    this.#app = app;
    this.#past = new PastFacts(() => app.clock.ms(), past);
    this.#file = fileOf(app);
  }

  /** Read what was stored before. A file that is missing or broken is an empty past. */
  static async open(app: App): Promise<StoredPast> {
    const text = await readFile(fileOf(app), 'utf8').catch(() => '{}');
    try {
      return new StoredPast(app, readPast(JSON.parse(text)));
    } catch {
      return new StoredPast(app, readPast(null));
    }
  }

  get facts(): GatewayPast {
    return this.#past.facts;
  }

  /** Note the present state; store it at the end of each quarter of an hour. */
  note(lines: number, lanes: readonly LaneFigures[], counts: PastCounts): void {
    if (this.#past.note(lines, lanes, counts)) void this.#store();
  }

  #store(): Promise<void> {
    this.#work = this.#work
      .then(async () => {
        const half = `${this.#file}.new`;
        await writeFile(half, JSON.stringify(this.#past.facts));
        await rename(half, this.#file);
      })
      .catch((error: unknown) => this.#app.report(error as Error));
    return this.#work;
  }

  stop(): Promise<void> {
    return this.#store();
  }
}

const fileOf = (app: App): string => join(app.dataDir, 'ingest-past.json');
