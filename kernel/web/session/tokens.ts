import { basic } from '../http/headers.ts';
import { language, words } from '../i18n/words.ts';
import { Refused } from '../http/refused.ts';
import {
  type PendingStep,
  type Remembered,
  type BrowserSession,
  beginSession,
  endSession,
  rememberedRefresh,
  session,
} from './session.ts';

/** Age in ms at which the access token is renewed; it is checked every ten seconds. */
const RENEW_AFTER_MS = 3_000_000;
const LOOK_EVERY_MS = 10_000;

interface TokenAnswer {
  access_token?: string;
  refresh_token?: string;
  tenant_id?: string;
  user_id?: string;
  account?: string;
  user_name?: string;
  userName?: string;
  real_name?: string;
  nick_name?: string;
  avatar?: string;
  role_name?: string;
  must_first_all?: readonly PendingStep[];
  first_page?: string;
  quiet_codes?: string;
  oauth_id?: string;
  error_description?: string;
  msg?: string;
  reason?: string;
  code?: number;
  data?: Record<string, unknown>;
}

/** The user id in a session after a login by an OAuth provider, if the login belongs to no account of the product. */
const GUEST = '-1';

/** Return the first text that is not empty. Servers of this protocol use different names for the same value. */
const firstOf = (...values: (string | undefined)[]): string => values.find(Boolean) ?? '';

/** Return whether a path is a page of this product. */
const isOwnPage = (path: string | undefined): boolean => /^\/[\w-][\w/-]*$/.test(path ?? '');

function sessionOf(answer: TokenAnswer, remember: boolean): BrowserSession {
  return {
    access: firstOf(answer.access_token),
    refresh: firstOf(answer.refresh_token),
    tenantId: firstOf(answer.tenant_id, '000000'),
    userId: firstOf(String(answer.user_id)),
    account: firstOf(answer.account, answer.user_name, answer.userName),
    name: firstOf(answer.real_name, answer.nick_name, answer.userName, answer.account),
    avatar: firstOf(answer.avatar),
    roles: firstOf(answer.role_name).split(',').filter(Boolean),
    since: Date.now(),
    remember,
    ...(answer.must_first_all && { first: answer.must_first_all }),
    ...(isOwnPage(answer.first_page) && { firstPage: answer.first_page }),
    ...(answer.quiet_codes && { quietCodes: answer.quiet_codes.split(',').map(Number).filter(Number.isInteger) }),
    ...(answer.user_id === GUEST && { guestOf: firstOf(answer.oauth_id) }),
  };
}

async function ask(
  query: Record<string, string>,
  headers: Record<string, string>,
  body?: unknown,
  path = 'token',
): Promise<TokenAnswer> {
  const response = await fetch(`/api/blade-auth/oauth/${path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: {
      ...basic,
      'Anju-Lang': language(),
      'Dept-Id': '',
      'Role-Id': '',
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body ?? {}),
  });
  const answer = (await response.json().catch(() => ({}))) as TokenAnswer;
  if (!response.ok || !answer.access_token) {
    const message =
      answer.error_description || answer.msg || words(['登录失败，请稍后再试', 'Login failed, please try again later']);
    throw new Refused(response.status, answer.reason ?? '', message, answer.data ?? {});
  }
  return answer;
}

export interface Credentials {
  tenantId: string;
  username: string;
  password: string;
  captchaKey: string;
  captchaCode: string;
  remember: boolean;
}

const hashing = (): Promise<typeof import('js-md5')> => import('js-md5');

/** Load the hash function of the login in advance, which saves a second with a slow network. */
export const prepareLogin = (): Promise<unknown> => hashing().catch(() => undefined);

/** Log in. The password is sent only as its md5 hash, and in the body of the request. */
export async function logInWith(input: Credentials): Promise<void> {
  const { md5 } = await hashing();
  const grant = input.captchaKey ? 'captcha' : 'password';
  const fields = {
    tenantId: input.tenantId,
    username: input.username,
    password: md5(input.password),
    grant_type: grant,
    scope: 'all',
    type: 'account',
  };
  const answer = await ask(
    { grant_type: grant, scope: 'all', tenantId: input.tenantId },
    {
      'Tenant-Id': input.tenantId,
      'Captcha-Key': input.captchaKey,
      'Captcha-Code': input.captchaCode,
    },
    fields,
  );
  beginSession(sessionOf(answer, input.remember));
}

/** The proof of the second step of a login: a one-time code, a recovery code, or a passkey. */
export type Proof = { readonly code: string } | { readonly recoveryCode: string } | { readonly credential: unknown };

/** Send the proof of the second step, with the ticket that the first step returned. */
export async function secondStep(ticket: string, proof: Proof, remember: boolean): Promise<void> {
  beginSession(sessionOf(await ask({}, {}, { ticket, ...proof }, 'mfa'), remember));
}

/** Log in with the code that an OAuth provider has sent. */
export async function loginByProvider(source: string, code: string, state: string): Promise<void> {
  beginSession(
    sessionOf(
      await ask(
        { grant_type: 'social', scope: 'all' },
        {},
        { grant_type: 'social', source, code, state, scope: 'all' },
      ),
      false,
    ),
  );
}

/** Get new tokens that are limited to one role and one department of the person. */
export async function switchDuty(roleId: string, deptId: string): Promise<void> {
  const now = session();
  if (!now) return;
  beginSession(
    sessionOf(
      await ask(
        { grant_type: 'refresh_token', tenantId: now.tenantId, scope: 'all' },
        { 'Tenant-Id': now.tenantId, 'Role-Id': roleId, 'Dept-Id': deptId },
        { grant_type: 'refresh_token', refresh_token: now.refresh, tenantId: now.tenantId, scope: 'all' },
      ),
      now.remember,
    ),
  );
}

let renewing: Promise<boolean> | null = null;

/**
 * Begin a session although the server cannot be reached. The remembered person works with the data in this browser
 * until it can.
 */
function beginUnreached({ refresh, tenantId, person }: Remembered): void {
  if (person) beginSession({ ...person, refresh, tenantId, access: 'unreached', avatar: '', since: 0, remember: true });
}

/**
 * Return the values that remain after a renewal: those of the viewed person, while an administrator views as somebody
 * else.
 */
const keptOf = (now: BrowserSession | null): Partial<BrowserSession> => ({
  ...(now?.viewedBy && { viewedBy: now.viewedBy, name: now.name, roles: now.roles }),
});

async function renew(): Promise<boolean> {
  const now = session();
  const held = now ?? rememberedRefresh();
  if (!held?.refresh) return false;
  try {
    const answer = await ask(
      { grant_type: 'refresh_token', refresh_token: '', tenantId: held.tenantId, scope: 'all' },
      { 'Tenant-Id': held.tenantId },
      { grant_type: 'refresh_token', refresh_token: held.refresh, tenantId: held.tenantId, scope: 'all' },
    );
    beginSession({ ...sessionOf(answer, now?.remember ?? true), ...keptOf(now) });
    return true;
  } catch (error) {
    // A refused token ends the session. A failing or busy server does not.
    if (error instanceof Refused) {
      if (error.code < 500 && error.code !== 429) endSession();
    } else if (!now) beginUnreached(held);
    return false;
  }
}

/** Renew the tokens; concurrent callers share one request. */
export function renewTokens(): Promise<boolean> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
}

/** Renew the access token in time while the page is open. */
export function refreshTokensInTime(): () => void {
  const timer = setInterval(() => {
    const now = session();
    if (now && Date.now() - now.since >= RENEW_AFTER_MS) void renewTokens();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
