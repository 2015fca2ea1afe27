import { create } from 'zustand';

/** Who is logged in, and with which tokens. */
export interface Session {
  readonly access: string;
  readonly refresh: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly account: string;
  readonly name: string;
  readonly avatar: string;
  readonly roles: readonly string[];
  /** When the access token was given, in milliseconds. */
  readonly since: number;
  readonly remember: boolean;
}

interface State { session: Session | null; locked: boolean }

const SESSION = 'anju-session';
const REMEMBERED = 'anju-refresh';
const LOCKED = 'anju-locked';

function stored(): Session | null {
  try {
    return JSON.parse(sessionStorage.getItem(SESSION) ?? 'null') as Session | null;
  } catch {
    return null;
  }
}

export const useSession = create<State>(() => ({ session: stored(), locked: sessionStorage.getItem(LOCKED) === '1' }));

export const session = (): Session | null => useSession.getState().session;

/** What the browser remembers of a person who asked for it: only the refresh token and its tenant. */
export function rememberedRefresh(): { refresh: string; tenantId: string } | null {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? 'null') as { refresh: string; tenantId: string } | null;
  } catch {
    return null;
  }
}

export function beginSession(begun: Session): void {
  sessionStorage.setItem(SESSION, JSON.stringify(begun));
  if (begun.remember) localStorage.setItem(REMEMBERED, JSON.stringify({ refresh: begun.refresh, tenantId: begun.tenantId }));
  useSession.setState({ session: begun });
}

/** Changes what is shown of the person, e.g. a new name or picture. */
export function changeSession(part: Partial<Pick<Session, 'name' | 'avatar'>>): void {
  const now = session();
  if (now) beginSession({ ...now, ...part });
}

/** Forgets tokens, tabs and lock; the login page follows. */
export function endSession(): void {
  sessionStorage.clear();
  localStorage.removeItem(REMEMBERED);
  useSession.setState({ session: null, locked: false });
}

export function setLocked(locked: boolean): void {
  if (locked) sessionStorage.setItem(LOCKED, '1');
  else sessionStorage.removeItem(LOCKED);
  useSession.setState({ locked });
}
