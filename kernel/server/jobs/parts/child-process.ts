import { type ChildProcess, fork } from 'node:child_process';

/** Messages live for a batch: with room for some batches most of them need not be moved while they wait. */
export const YOUNG = '--max-semi-space-size=32';
/** What a child sends when its start is done. */
export const RUNNING = 'running';
const FIRST_AGAIN_MS = 1000;
const LAST_AGAIN_MS = 30_000;
const STOP_WITHIN_MS = 11_000;

/**
 * Runs a module in a process of its own and again when it ends: after a second where its start was done, after 1, 2, 4 … 30 seconds where
 * it fails at the start. Its memory and its faults are its own; it ends
 * by itself when the channel to this process closes.
 */
export class SupervisedProcess {
  readonly #path: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #running: () => void;
  #child: ChildProcess | undefined;
  #again: NodeJS.Timeout | undefined;
  #waitMs = FIRST_AGAIN_MS;
  #isStopping = false;

  /** `running`: it said that its start is done. */
  constructor(path: string, env: NodeJS.ProcessEnv, running: () => void = () => {}) {
    this.#path = path;
    this.#env = env;
    this.#running = running;
  }

  start(): void {
    const child = fork(this.#path, [], {
      env: this.#env,
      execArgv: [...process.execArgv, YOUNG],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    child.on('message', (message) => {
      if (message !== RUNNING) return;
      this.#waitMs = FIRST_AGAIN_MS;
      this.#running();
    });
    child.on('exit', () => {
      this.#child = undefined;
      if (this.#isStopping) return;
      this.#again = setTimeout(() => this.start(), this.#waitMs);
      this.#waitMs = Math.min(this.#waitMs * 2, LAST_AGAIN_MS);
    });
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Asks it to finish, and waits until it has. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#again);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const cut = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await gone;
    clearTimeout(cut);
  }
}
