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

/** `2026-11-21 14:05:30` as names of files carry it: 20261121140530. */
export const compact = (moment: string): string => moment.replaceAll(/\D/g, '').slice(0, 14);
