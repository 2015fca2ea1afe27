import { setLocked, useSession } from '#kernel/web/session/session.ts';

const KEY = 'anju-lock';
const LOCK_DELAY_MS = 100;
const channel = new BroadcastChannel('anju-lock');

interface Kept {
  readonly salt: string;
  readonly hash: string;
}

const storedLock = (): Kept | null => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;

async function hashOf(password: string, salt: string): Promise<string> {
  const { md5 } = await import('js-md5');
  let hash = salt + password;
  // Many rounds make guessing slow, as the hash is readable in this browser's storage.
  for (let round = 0; round < 5_000; round++) hash = md5(salt + hash);
  return hash;
}

channel.addEventListener('message', (event: MessageEvent<Kept | 'open' | 'locked?'>) => {
  if (!useSession.getState().session) return;
  if (event.data === 'locked?') {
    if (useSession.getState().locked) channel.postMessage(storedLock());
    return;
  }
  if (event.data === 'open') {
    sessionStorage.removeItem(KEY);
    setLocked(false);
    return;
  }
  sessionStorage.setItem(KEY, JSON.stringify(event.data));
  setLocked(true);
});

// Ask the other tabs for their lock, so that a new tab cannot bypass it.
channel.postMessage('locked?');

/** Set the password of the lock (a salted hash, for this browser session) and lock all pages. */
export async function setLock(password: string): Promise<void> {
  const salt = String(crypto.getRandomValues(new Uint32Array(4)));
  const made = { salt, hash: await hashOf(password, salt) };
  sessionStorage.setItem(KEY, JSON.stringify(made));
  channel.postMessage(made);
  setTimeout(() => setLocked(true), LOCK_DELAY_MS);
}

/** Unlock all pages and delete the password. Return false for a wrong password. */
export async function openLock(password: string): Promise<boolean> {
  const held = storedLock();
  if (held && (await hashOf(password, held.salt)) !== held.hash) return false;
  sessionStorage.removeItem(KEY);
  channel.postMessage('open');
  setLocked(false);
  return true;
}

/** Return a function that locks all tabs. It returns false if no password has been set yet. */
export const useLock = () => (): boolean => {
  const held = storedLock();
  if (!held) return false;
  channel.postMessage(held);
  setLocked(true);
  return true;
};
