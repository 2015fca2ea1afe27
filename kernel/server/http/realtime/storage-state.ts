const AGAIN_MS = 1000;

/** Is the database there? Asked once somebody found that it is not, and each second until it is again; each change is told once. */
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

  /** One line broke: of that alone nobody needs to hear. */
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
