/** How far the clock of the server is ahead of this machine's, in milliseconds; as its last answer told. */
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

/** Writes a moment by the clocks of the company; by those of this machine until an answer told better. */
let zone = localStorage.getItem(ZONE) ?? '';
let format = formatOf(zone || Intl.DateTimeFormat().resolvedOptions().timeZone) ?? formatOf('UTC')!;

function noteZone(told: string | null): void {
  if (!told || told === zone) return;
  const found = formatOf(told);
  if (!found) return;
  [zone, format] = [told, found];
  localStorage.setItem(ZONE, told);
}

/** Takes the clock of the server from the head of an answer, which tells whole seconds, and the zone of the company where it knows one. */
export function noteServerTime(head: Headers): void {
  noteZone(head.get('x-time-zone'));
  const told = Date.parse(head.get('date') ?? '');
  if (Number.isNaN(told)) return;
  ahead = told - Date.now();
  localStorage.setItem(KEY, String(Math.round(ahead)));
}

/** A moment as the wire writes it, by the clocks of the company. */
export const momentOf = (at: Date): string => format.format(at).replace(',', '');

/** Now, as the server will understand it: a machine whose clock or zone is wrong is told nothing else, and its steps stay possible. */
export const serverNow = (): Date => new Date(Date.now() + ahead);

export const momentNow = (): string => momentOf(serverNow());

/** How long ago a moment of the wire was, in milliseconds; less than nothing where it is still to come. */
export const sinceMoment = (moment: string): number =>
  Date.parse(`${momentNow().replace(' ', 'T')}Z`) - Date.parse(`${moment.replace(' ', 'T')}Z`);
