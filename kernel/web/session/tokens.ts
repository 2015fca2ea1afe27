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

/** A token is renewed when it is this old; looked at every ten seconds. */
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

/** Whoever a provider vouches for and no account belongs to. */
const GUEST = '-1';

/** The first that is filled: published servers name the same thing differently. */
const firstOf = (...given: (string | undefined)[]): string => given.find(Boolean) ?? '';

/** A place of this product and of nobody else. */
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
    const said =
      answer.error_description || answer.msg || words(['登录失败，请稍后再试', 'Login failed, please try again later']);
    throw new Refused(response.status, answer.reason ?? '', said, answer.data ?? {});
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

/** Fetches what a login needs before it is sent: on a slow line that is a second that nobody waits for. */
export const prepareLogin = (): Promise<unknown> => hashing().catch(() => undefined);

/** Logs in. The password leaves the page only as its md5, in the body. */
export async function logInWith(given: Credentials): Promise<void> {
  const { md5 } = await hashing();
  const grant = given.captchaKey ? 'captcha' : 'password';
  const fields = {
    tenantId: given.tenantId,
    username: given.username,
    password: md5(given.password),
    grant_type: grant,
    scope: 'all',
    type: 'account',
  };
  const answer = await ask(
    { grant_type: grant, scope: 'all', tenantId: given.tenantId },
    {
      'Tenant-Id': given.tenantId,
      'Captcha-Key': given.captchaKey,
      'Captcha-Code': given.captchaCode,
    },
    fields,
  );
  beginSession(sessionOf(answer, given.remember));
}

/** What proves somebody in the second step of a login. */
export type Proof = { readonly code: string } | { readonly recoveryCode: string } | { readonly credential: unknown };

/** The second step, with the ticket of the first. */
export async function secondStep(ticket: string, proof: Proof, remember: boolean): Promise<void> {
  beginSession(sessionOf(await ask({}, {}, { ticket, ...proof }, 'mfa'), remember));
}

/** In by a provider, with what it sent back. */
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

/** From now on in this role and department only. */
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

/** Nobody can be asked: who is remembered works with what this machine keeps, and is known to the server again as soon as it can be reached. */
function beginUnreached({ refresh, tenantId, person }: Remembered): void {
  if (person) beginSession({ ...person, refresh, tenantId, access: 'unreached', avatar: '', since: 0, remember: true });
}

/** What a renewal does not change: whose eyes are looked through. */
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
    // A server that is down ends no session; a refused token does.
    if (error instanceof Refused) {
      if (error.code < 500 && error.code !== 429) endSession();
    } else if (!now) beginUnreached(held);
    return false;
  }
}

/** Renews the tokens; callers that come while it runs wait for the same answer. */
export function renewTokens(): Promise<boolean> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
}

/** Keeps the access token young while the page is open. */
export function refreshTokensInTime(): () => void {
  const timer = setInterval(() => {
    const now = session();
    if (now && Date.now() - now.since >= RENEW_AFTER_MS) void renewTokens();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
