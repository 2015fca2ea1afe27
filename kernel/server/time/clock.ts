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
