/** Key in the local storage of the difference between the clocks of server and browser (`ahead`, in ms). */
const KEY = 'anju-clock';
let ahead = Number(localStorage.getItem(KEY)) || 0;

const ZONE = 'anju-zone';

function formatOf(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  } catch {
    return null;
  }
}

/**
 * The company's time zone, '' until an answer has named it, and a format for it; until then the format uses the
 * browser's zone.
 */
let zone = localStorage.getItem(ZONE) ?? '';
let format = formatOf(zone || Intl.DateTimeFormat().resolvedOptions().timeZone) ?? formatOf('UTC')!;

function noteZone(sent: string | null): void {
  if (!sent || sent === zone) return;
  const found = formatOf(sent);
  if (!found) return;
  [zone, format] = [sent, found];
  localStorage.setItem(ZONE, sent);
}

/** Store the server's time and the company's zone from the headers of an answer. The time is in whole seconds. */
export function noteServerTime(head: Headers): void {
  noteZone(head.get('x-time-zone'));
  const sent = Date.parse(head.get('date') ?? '');
  if (Number.isNaN(sent)) return;
  ahead = sent - Date.now();
  localStorage.setItem(KEY, String(Math.round(ahead)));
}

/** Return a moment as `yyyy-MM-dd HH:mm:ss` in the company's zone. */
export const momentOf = (at: Date): string => format.format(at).replace(',', '');

/** Return the server's present time, which does not depend on the clock and the zone of this machine. */
export const serverNow = (): Date => new Date(Date.now() + ahead);

export const momentNow = (): string => momentOf(serverNow());

/** Return how long ago a moment (`yyyy-MM-dd HH:mm:ss` in the company's zone) was, in ms; negative for a future one. */
export const sinceMoment = (moment: string): number =>
  Date.parse(`${momentNow().replace(' ', 'T')}Z`) - Date.parse(`${moment.replace(' ', 'T')}Z`);
