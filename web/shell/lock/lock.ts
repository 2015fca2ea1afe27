import { setLocked, useSession } from '#kernel/web/session/session.ts';

const KEY = 'anju-lock';
const LOCK_DELAY_MS = 100;
const channel = new BroadcastChannel('anju-lock');

interface Kept {
  readonly salt: string;
  readonly hash: string;
}

const kept = (): Kept | null => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;

async function hashOf(password: string, salt: string): Promise<string> {
  const { md5 } = await import('js-md5');
  let hash = salt + password;
  // Slow on purpose: the hash lies in the storage of this browser.
  for (let round = 0; round < 5_000; round++) hash = md5(salt + hash);
  return hash;
}

channel.addEventListener('message', (event: MessageEvent<Kept | 'open' | 'locked?'>) => {
  if (!useSession.getState().session) return;
  if (event.data === 'locked?') {
    if (useSession.getState().locked) channel.postMessage(kept());
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

// A page that is opened later asks those that are there: a lock is not gone round by another tab.
channel.postMessage('locked?');

/** Sets the password of the lock (a salted hash, for this session of the browser) and locks all its pages. */
export async function setLock(password: string): Promise<void> {
  const salt = String(crypto.getRandomValues(new Uint32Array(4)));
  const made = { salt, hash: await hashOf(password, salt) };
  sessionStorage.setItem(KEY, JSON.stringify(made));
  channel.postMessage(made);
  setTimeout(() => setLocked(true), LOCK_DELAY_MS);
}

/** Opens the lock; the password is forgotten. */
export async function openLock(password: string): Promise<boolean> {
  const held = kept();
  if (held && (await hashOf(password, held.salt)) !== held.hash) return false;
  sessionStorage.removeItem(KEY);
  channel.postMessage('open');
  setLocked(false);
  return true;
}

/** Locks at once where a password is set; answers false where one must be asked first. */
export const useLock = () => (): boolean => {
  const held = kept();
  if (!held) return false;
  channel.postMessage(held);
  setLocked(true);
  return true;
};
