import { session } from '../session/session.ts';
import { language } from '../i18n/words.ts';

/** What an address asked for first, the last time this person opened it: the page itself asks for it again before any script has come (`web/index.html`). */
interface Remembered {
  readonly user: string;
  readonly at: Readonly<Record<string, readonly string[]>>;
}

/** What the page asked for, and as whom; each answer is taken once. */
interface Early {
  readonly token: string;
  readonly language: string;
  readonly answers: Record<string, Promise<Response | null>>;
}

const KEPT = 'anju-first';
/** As many as stand between a page and its rows; more would only be in the way of its scripts. */
const MOST = 6;
const MOST_ADDRESSES = 30;
/** What is asked later belongs to what the person did since. */
const FIRST_MS = 8000;

const began = location.pathname;
const asked: string[] = [];

const isFirst = (): boolean =>
  performance.now() < FIRST_MS && !location.search && (location.pathname === began || began === '/');

function remembered(user: string): Remembered['at'] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Remembered | null;
    return kept?.user === user ? kept.at : {};
  } catch {
    return {};
  }
}

function remember(url: string, user: string): void {
  if (!isFirst() || asked.length >= MOST || asked.includes(url)) return;
  asked.push(url);
  const { [began]: _, ...others } = remembered(user);
  try {
    localStorage.setItem(
      KEPT,
      JSON.stringify({
        user,
        at: Object.fromEntries([[began, asked], ...Object.entries(others)].slice(0, MOST_ADDRESSES)),
      }),
    );
  } catch {
    // A full store costs a little speed the next time, nothing else.
  }
}

/** Whatever was asked before a change is not how it is after it. */
export function forgetEarly(): void {
  delete (window as { early?: Early }).early;
}

/** The answer to a question that the page has asked already, if it was the same person in the same language and all went well. */
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
