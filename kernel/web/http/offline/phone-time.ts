/** How far the clock of the server is ahead of this machine's, in milliseconds; as its last answer told. */
const KEY = 'anju-clock';
let ahead = Number(localStorage.getItem(KEY)) || 0;

/** Takes the clock of the server from the head of an answer, which tells whole seconds. */
export function noteServerTime(date: string | null): void {
  const told = date ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(told)) return;
  ahead = told - Date.now();
  localStorage.setItem(KEY, String(Math.round(ahead)));
}

/** Now, as the server will understand it: a phone whose clock is wrong does not make its steps impossible. */
export const serverNow = (): Date => new Date(Date.now() + ahead);

const ZONE = 'anju-zone';
const QUARTER_MS = 900_000;

/** How far the clocks of the company are ahead of UTC, in milliseconds; those of this machine until an answer told better. */
let zone = localStorage.getItem(ZONE) === null ? new Date().getTimezoneOffset() * -60_000 : Number(localStorage.getItem(ZONE));

/** Takes the zone of the company from a moment that the server wrote just now: a phone may be set to another one. */
export function noteServerMoment(moment: string): void {
  zone = Math.round((Date.parse(`${moment.replace(' ', 'T')}Z`) - serverNow().getTime()) / QUARTER_MS) * QUARTER_MS;
  localStorage.setItem(ZONE, String(zone));
}

/** A moment as the wire writes it, in the zone of the company. */
export const momentOf = (at: Date): string => new Date(at.getTime() + zone).toISOString().slice(0, 19).replace('T', ' ');

export const momentNow = (): string => momentOf(serverNow());
