import { create } from 'zustand';

export type PendingStep = 'password' | 'factor';

/** Who is logged in, and with which tokens. */
export interface BrowserSession {
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
  /** What must be done before anything else, one after the other: a password of one's own, a second factor. */
  readonly first?: readonly PendingStep[];
  /** Who came by a provider and has no account yet: how the provider knows him. */
  readonly guestOf?: string;
  /** The page the company begins with, where it is not the workbench. */
  readonly firstPage?: string;
  /** Codes of refusals that are not shown as messages. */
  readonly quietCodes?: readonly number[];
  /** Whose eyes this is seen through, and by whom. */
  readonly viewedBy?: string;
}

interface State {
  session: BrowserSession | null;
  locked: boolean;
}

const SESSION = 'anju-session';
const REMEMBERED = 'anju-refresh';
const LOCKED = 'anju-locked';

function stored(): BrowserSession | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(SESSION) ?? 'null') as BrowserSession | null;
    // Without a token nobody is logged in, whatever else is remembered of him.
    return kept?.access ? kept : null;
  } catch {
    return null;
  }
}

export const useSession = create<State>(() => ({ session: stored(), locked: sessionStorage.getItem(LOCKED) === '1' }));

export const session = (): BrowserSession | null => useSession.getState().session;

/** What the browser remembers of a person who asked for it: the refresh token, and who he is, so that the product opens without a network. */
export interface Remembered {
  readonly refresh: string;
  readonly tenantId: string;
  readonly person?: Pick<BrowserSession, 'userId' | 'account' | 'name' | 'roles'>;
}

export function rememberedRefresh(): Remembered | null {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? 'null') as Remembered | null;
  } catch {
    return null;
  }
}

const rememberedOf = ({ refresh, tenantId, userId, account, name, roles }: BrowserSession): Remembered => ({
  refresh,
  tenantId,
  person: { userId, account, name, roles },
});

export function beginSession(begun: BrowserSession): void {
  sessionStorage.setItem(SESSION, JSON.stringify(begun));
  if (begun.remember) localStorage.setItem(REMEMBERED, JSON.stringify(rememberedOf(begun)));
  useSession.setState({ session: begun });
}

/** Changes what is shown of the person, e.g. a new name or picture. */
export function changeSession(
  part: Partial<Pick<BrowserSession, 'name' | 'avatar' | 'roles' | 'first' | 'viewedBy'>>,
): void {
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
