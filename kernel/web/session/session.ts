import { create } from 'zustand';

export type PendingStep = 'password' | 'factor';

/** The logged-in person and the tokens. */
export interface BrowserSession {
  readonly access: string;
  readonly refresh: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly account: string;
  readonly name: string;
  readonly avatar: string;
  readonly roles: readonly string[];
  /** Issue time of the access token, in ms. */
  readonly since: number;
  readonly remember: boolean;
  /** Steps required before work, in order: a new password, a second factor. */
  readonly first?: readonly PendingStep[];
  /** The person's id at the OAuth provider, after a login by a provider that belongs to no account yet. */
  readonly guestOf?: string;
  /** Address of the company's first page; absent: the workbench. */
  readonly firstPage?: string;
  /** Codes of refusals that are not shown as messages. */
  readonly quietCodes?: readonly number[];
  /** Name of the administrator who sees the product as this person. */
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
    const found = JSON.parse(sessionStorage.getItem(SESSION) ?? 'null') as BrowserSession | null;
    // A stored session without an access token is ignored.
    return found?.access ? found : null;
  } catch {
    return null;
  }
}

export const useSession = create<State>(() => ({ session: stored(), locked: sessionStorage.getItem(LOCKED) === '1' }));

export const session = (): BrowserSession | null => useSession.getState().session;

/**
 * Stored if the person wishes it: the refresh token, and facts about the person by which the product opens without a
 * network.
 */
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

/** Change facts about the person that the page shows, e.g. a new name or picture. */
export function changeSession(
  part: Partial<Pick<BrowserSession, 'name' | 'avatar' | 'roles' | 'first' | 'viewedBy'>>,
): void {
  const now = session();
  if (now) beginSession({ ...now, ...part });
}

/** End the session: remove tokens, tabs and the lock. The frame then shows the login page. */
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
