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

const pad = (part: number): string => String(part).padStart(2, '0');

/** A moment as the wire writes it, in the zone of this machine. */
export const momentOf = (at: Date): string => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())} ${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;

export const momentNow = (): string => momentOf(serverNow());
