/** Report intervals of silence after which a socket is closed, and the shortest silence in seconds. */
const SILENT_INTERVALS = 3;
const MIN_SILENT_SEC = 60;

/** Closes a socket that sends no frame at first, or nothing for too long. */
export class SilenceWatch {
  readonly #end: (why: 'late' | 'idle') => void;
  readonly #first: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #intervalSec = 0;
  #idleSec = 0;

  /** `firstFrameMs`: time until the first frame; null: without a limit. */
  constructor(end: (why: 'late' | 'idle') => void, firstFrameMs: number | null) {
    this.#end = end;
    if (firstFrameMs !== null) this.#first = setTimeout(() => end('late'), firstFrameMs).unref();
  }

  /** A good frame arrived. */
  spoken(): void {
    clearTimeout(this.#first);
  }

  /** A device with this report interval is on the socket. */
  expect(intervalSec: number): void {
    this.#intervalSec = Math.max(this.#intervalSec, intervalSec);
  }

  /** Bytes arrived. The silence that may follow is configured, else three report intervals of the devices. */
  heard(configuredSec: number | null): void {
    if (configuredSec === null && this.#intervalSec === 0) return;
    const seconds = configuredSec ?? Math.max(this.#intervalSec * SILENT_INTERVALS, MIN_SILENT_SEC);
    if (this.#idle && this.#idleSec === seconds) {
      this.#idle.refresh();
      return;
    }
    clearTimeout(this.#idle);
    this.#idleSec = seconds;
    this.#idle = setTimeout(() => this.#end('idle'), seconds * 1000).unref();
  }

  stop(): void {
    clearTimeout(this.#first);
    clearTimeout(this.#idle);
  }
}
