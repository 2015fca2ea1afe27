/** Where the time comes from. Injected everywhere, so that a seed can live in the past and a story can wait a day. */
export interface Clock {
  /** Milliseconds since 1970. */
  ms(): number;
}

export const systemClock: Clock = { ms: () => Date.now() };

/** A clock that stands where it is put, and moves when it is told to. */
export class SetClock implements Clock {
  #ms: number;
  constructor(ms: number) { this.#ms = ms; }
  ms(): number { return this.#ms; }
  set(ms: number): void { this.#ms = ms; }
  pass(ms: number): void { this.#ms += ms; }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return format;
}

/** A moment as `yyyy-MM-dd HH:mm:ss` of a zone. */
export const inZone = (ms: number, zone: string): string => formatOf(zone).format(ms).replace(',', '');
