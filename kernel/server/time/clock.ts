/** Where the time comes from. Injected everywhere, so that a seed can live in the past and a test can wait a day. */
export interface Clock {
  /** Milliseconds since 1970. */
  ms(): number;
  /** Is over when so many milliseconds have gone by. */
  rest(ms: number): Promise<void>;
}

export const systemClock: Clock = {
  ms: () => Date.now(),
  rest: (ms) =>
    new Promise((done) => {
      setTimeout(done, ms).unref();
    }),
};

/** A clock that stands where it is put, and moves when it is told to. */
export class SetClock implements Clock {
  #ms: number;
  #resting: { readonly until: number; readonly done: () => void }[] = [];
  constructor(ms: number) {
    this.#ms = ms;
  }
  ms(): number {
    return this.#ms;
  }
  set(ms: number): void {
    this.#ms = ms;
    const due = this.#resting.filter((one) => one.until <= ms);
    this.#resting = this.#resting.filter((one) => one.until > ms);
    for (const one of due) one.done();
  }

  pass(ms: number): void {
    this.set(this.#ms + ms);
  }
  rest(ms: number): Promise<void> {
    return ms <= 0
      ? Promise.resolve()
      : new Promise((done) => {
          this.#resting.push({ until: this.#ms + ms, done });
        });
  }
  /** How many rest, for a test that waits until somebody does. */
  get resting(): number {
    return this.#resting.length;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** The second written last, per zone: a busy server asks for the same one hundreds of times. */
const written = new Map<string, { second: number; text: string }>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return format;
}

/** A moment as `yyyy-MM-dd HH:mm:ss` of a zone. */
export function inZone(ms: number, zone: string): string {
  const second = Math.floor(ms / 1000);
  const last = written.get(zone);
  if (last?.second === second) return last.text;
  const text = formatOf(zone).format(ms).replace(',', '');
  written.set(zone, { second, text });
  return text;
}

const DAY_MS = 86_400_000;

/** Milliseconds since 1970 of a moment on the wall of a zone (`yyyy-MM-dd HH:mm:ss`, the time may be missing); undefined where it is none. An hour that summer time leaves out is the one after it. */
export function instantIn(moment: string, zone: string): number | undefined {
  const wall = Date.parse(`${moment.trim().replace(' ', 'T')}${moment.trim().length <= 10 ? 'T00:00:00' : ''}Z`);
  if (!Number.isFinite(wall)) return undefined;
  const shift = (at: number): number => Date.parse(`${inZone(at, zone).replace(' ', 'T')}Z`) - at;
  const [before, after] = [shift(wall - DAY_MS), shift(wall + DAY_MS)];
  // Twice a year the two differ; the one that holds at the moment itself is right.
  const first = wall - before;
  return shift(first) === before ? first : wall - after;
}

/** `2026-11-21 14:05:30` as names of files carry it: 20261121140530. */
export const compact = (moment: string): string => moment.replaceAll(/\D/g, '').slice(0, 14);
