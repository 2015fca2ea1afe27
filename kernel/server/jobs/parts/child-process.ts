import { type ChildProcess, fork } from 'node:child_process';

/**
 * Option of Node for a larger young generation. Messages live for one batch, and most of them are freed there without
 * being moved.
 */
export const YOUNG = '--max-semi-space-size=32';
/** Message of a child when its start is complete. */
export const RUNNING = 'running';
const FIRST_AGAIN_MS = 1000;
const LAST_AGAIN_MS = 30_000;
const STOP_WITHIN_MS = 11_000;

/**
 * Run a module in a child process, so that its memory and its faults do not affect this one. A child that ends is
 * started again: after one second if its start was complete, else after 1, 2, 4 … 30 seconds. The child ends by itself
 * when the channel to this process closes.
 */
export class SupervisedProcess {
  readonly #path: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #running: () => void;
  #child: ChildProcess | undefined;
  #again: NodeJS.Timeout | undefined;
  #waitMs = FIRST_AGAIN_MS;
  #isStopping = false;

  /** `running`: called when the child reports that its start is complete. */
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

  /** Ask the child to finish, and wait for its end. */
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
