const AGAIN_MS = 1000;

/** State of the database: checked after a failure, then each second until it answers. Each change is reported once. */
export class StorageState {
  readonly #ask: () => Promise<unknown>;
  readonly #tell: (isAway: boolean) => void;
  #isAway = false;
  #isAsking = false;
  #isStopped = false;

  /** `ask` fails where the database cannot be reached. */
  constructor(ask: () => Promise<unknown>, tell: (isAway: boolean) => void) {
    this.#ask = ask;
    this.#tell = tell;
  }

  /** Check the database after a broken connection. Nothing is reported if it answers. */
  suspect(): void {
    if (this.#isAsking || this.#isStopped) return;
    this.#isAsking = true;
    void this.#look();
  }

  async #look(): Promise<void> {
    const isAway = await this.#ask().then(
      () => false,
      () => true,
    );
    if (this.#isStopped) return;
    if (isAway !== this.#isAway) {
      this.#isAway = isAway;
      this.#tell(isAway);
    }
    if (isAway) setTimeout(() => void this.#look(), AGAIN_MS).unref();
    else this.#isAsking = false;
  }

  stop(): void {
    this.#isStopped = true;
  }
}
