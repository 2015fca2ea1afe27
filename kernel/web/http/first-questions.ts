import { session } from '../session/session.ts';
import { language } from '../i18n/words.ts';

/**
 * Requests that each page sent first at the person's last visit, by address. `web/index.html` sends them again before
 * any script has loaded.
 */
interface Remembered {
  readonly user: string;
  readonly at: Readonly<Record<string, readonly string[]>>;
}

/**
 * Early requests of this visit: the session and language in which they were sent, and their answers, each of which is
 * used once.
 */
interface Early {
  readonly token: string;
  readonly language: string;
  readonly answers: Record<string, Promise<Response | null>>;
}

const KEPT = 'anju-first';
/** Maximum number of early requests; more would delay the scripts. */
const MOST = 6;
const MAX_ADDRESSES = 30;
/**
 * Time in ms after the start of the page in which a request counts as one of the first. Later ones depend on what the
 * person did.
 */
const FIRST_MS = 8000;

const began = location.pathname;
const requested: string[] = [];

const isFirst = (): boolean =>
  performance.now() < FIRST_MS && !location.search && (location.pathname === began || began === '/');

function remembered(user: string): Remembered['at'] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Remembered | null;
    return stored?.user === user ? stored.at : {};
  } catch {
    return {};
  }
}

function remember(url: string, user: string): void {
  if (!isFirst() || requested.length >= MOST || requested.includes(url)) return;
  requested.push(url);
  const { [began]: _, ...others } = remembered(user);
  try {
    localStorage.setItem(
      KEPT,
      JSON.stringify({
        user,
        at: Object.fromEntries([[began, requested], ...Object.entries(others)].slice(0, MAX_ADDRESSES)),
      }),
    );
  } catch {
    // If the storage is full, only the next visit is slower.
  }
}

/** Discard the early answers, because a write has made them outdated. */
export function forgetEarly(): void {
  delete (window as { early?: Early }).early;
}

/**
 * Return the early answer for an address, if it succeeded and was requested with the same session and language; else
 * null.
 */
export async function askedEarly(url: string): Promise<Response | null> {
  const now = session();
  if (now) remember(url, now.userId);
  const { early } = window as { early?: Early };
  if (!early?.answers[url] || !isFirst() || early.token !== now?.access || early.language !== language()) return null;
  const answer = early.answers[url];
  delete early.answers[url];
  const response = await answer;
  return response?.ok ? response : null;
}
