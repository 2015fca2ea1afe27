import { drawCaptcha, isCaptcha } from '#kernel/server/session/captcha.ts';
import { asMd5, isPassword, wasteTime } from '#kernel/server/session/password.ts';
import type { Sessions, Tokens } from '#kernel/server/session/session.ts';
import type { OpenCall, Route } from '#kernel/server/http/route.ts';
import type { House } from '#kernel/server/house.ts';
import type { Tenancy } from '#kernel/server/database/database.ts';
import { http } from '#kernel/server/refusals.ts';
import { refuse } from '../refusals.ts';
import { LOCK_MINUTES, accountKey, addressKey, assertNotLocked, countFailure, forgetFailures } from './attempts.server.ts';
import { type Profile, profileOf } from './profile.server.ts';

interface Client { clientId: string; secret: string }

/** Browser clients carry their secret in their code: it says which dialect they speak, it protects nothing. */
const clients: readonly Client[] = [{ clientId: 'saber', secret: 'saber_secret' }, { clientId: 'saber3', secret: 'saber3_secret' }, { clientId: 'sword', secret: 'sword_secret' }];

const header = (call: OpenCall, name: string): string => String(call.request.headers[name] ?? '');

function clientOf(call: OpenCall): string {
  const basic = /^Basic (.+)$/i.exec(header(call, 'authorization'))?.[1] ?? '';
  const [id, secret] = Buffer.from(basic, 'base64').toString().split(':');
  const found = clients.find((client) => client.clientId === id && client.secret === secret);
  if (!found) throw http.wrongClient();
  return found.clientId;
}

const given = (call: OpenCall, ...names: string[]): string => {
  for (const name of names) {
    const value = call.body[name] ?? call.query[name];
    if (typeof value === 'string' && value !== '' && value !== 'undefined') return value;
  }
  return '';
};

async function assertCaptcha(call: OpenCall, grant: string): Promise<void> {
  const { house } = call;
  if (!house.settings.captcha && grant === 'password') return;
  const key = header(call, 'captcha-key');
  const code = header(call, 'captcha-code');
  if (!key || !code) throw refuse.captchaNeeded(call.house.settings.captcha ? { fields: [{ field: 'captcha', words: ['请输入验证码', 'Enter the code from the picture'] }] } : {});
  if (!await isCaptcha(house, key, code)) throw refuse.wrongCaptcha({ fields: [{ field: 'captcha', words: ['验证码不正确或已过期', 'The code is wrong or too old'] }] });
}

async function tenancyOf(house: House, tenantId: string): Promise<Tenancy> {
  const tenancy = await house.ports.tenancy(tenantId);
  if (!tenancy) throw refuse.unknownTenant();
  return tenancy;
}

/** One hash at a time per core: a flood of logins must not starve those who work. */
let hashing: Promise<unknown> = Promise.resolve();
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = hashing.then(work, work);
  hashing = turn.catch(() => {});
  return turn;
};

async function byPassword(call: OpenCall, grant: string): Promise<{ tokens: Tokens; profile: Profile }> {
  const { house } = call;
  const tenantId = given(call, 'tenantId', 'tenant_id') || header(call, 'tenant-id') || '000000';
  const account = given(call, 'username', 'account').trim();
  const password = given(call, 'password');
  if (!account || !password) throw refuse.missingLogin();
  if (account.length > 64 || password.length > 512) throw refuse.wrongPassword({ left: 0, minutes: LOCK_MINUTES });
  await assertCaptcha(call, grant);
  const tenancy = await tenancyOf(house, tenantId);
  const keys = [accountKey(tenantId, account), addressKey(call.request.ip)];
  await assertNotLocked(house, keys);
  const [user] = await house.db.read(tenancy, (sql) => sql.query<{ id: string; password: string | null }>('select id, password from blade_user where tenant_id = $1 and account = $2 and is_deleted = 0 and status = 1', [tenantId, account]));
  const right = await inTurn(async () => (user?.password ? isPassword(asMd5(password), user.password) : wasteTime(asMd5(password)).then(() => false)));
  if (!right) {
    const left = await countFailure(house, tenantId, account, call.request.ip);
    throw refuse.wrongPassword({ left, minutes: LOCK_MINUTES }, { fields: [{ field: 'password', words: ['账号或密码不对', 'Account or password is wrong'] }], data: { left, lockMinutes: LOCK_MINUTES } });
  }
  await forgetFailures(house, keys.slice(0, 1));
  const sessions = sessionsOf(call);
  const tokens = await sessions.open(tenancy, user.id, { ip: call.request.ip, agent: header(call, 'user-agent'), client: clientOf(call) });
  return { tokens, profile: await profileOf(house, tenancy, user.id) };
}

async function byRefresh(call: OpenCall): Promise<{ tokens: Tokens; profile: Profile }> {
  const renewed = await sessionsOf(call).renew(given(call, 'refresh_token', 'refreshToken'));
  const tenancy = renewed && await call.house.ports.tenancy(renewed.session.tenantId);
  if (!renewed || !tenancy) throw refuse.refreshEnded();
  // Roles, department and state are read anew: who was closed meanwhile gets no new token.
  const profile = await profileOf(call.house, tenancy, renewed.session.userId).catch(() => { throw refuse.refreshEnded(); });
  return { tokens: renewed.tokens, profile };
}

const held = new WeakMap<House, Sessions>();
const sessionsOf = (call: OpenCall): Sessions => held.get(call.house)!;

async function grant(call: OpenCall): Promise<{ tokens: Tokens; profile: Profile; client: string }> {
  const client = clientOf(call);
  const kind = given(call, 'grant_type', 'grantType');
  if (kind === 'password' || kind === 'captcha') return { ...await byPassword(call, kind), client };
  if (kind === 'refresh_token') return { ...await byRefresh(call), client };
  throw refuse.unknownGrant();
}

/** Both dialects of the login, its picture and its end. */
export function tokenRoutes(house: House, sessions: Sessions): Route[] {
  held.set(house, sessions);
  const captcha = async (call: OpenCall): Promise<unknown> => drawCaptcha(call.house);
  const logout = async (call: { sessionId: string }): Promise<unknown> => { await sessions.end(call.sessionId); return {}; };
  return [
    { method: 'GET', path: 'blade-auth/oauth/captcha', needs: 'anonymous', summary: ['验证码', 'Captcha'], open: captcha },
    { method: 'GET', path: 'blade-auth/captcha', needs: 'anonymous', summary: ['验证码', 'Captcha'], open: captcha },
    { method: 'POST', path: 'blade-auth/oauth/token', needs: 'anonymous', summary: ['登录、续期', 'Log in, renew'], raw: true, open: async (call) => {
      const { tokens, profile, client } = await grant(call);
      return {
        access_token: tokens.access, token_type: 'bearer', refresh_token: tokens.refresh, expires_in: tokens.seconds, scope: 'all', client_id: client, license: 'MIT',
        tenant_id: profile.tenantId, user_id: profile.id, dept_id: profile.deptId, role_id: profile.roleId, post_id: profile.postId, oauth_id: '', account: profile.account,
        user_name: profile.account, userName: profile.account, nick_name: profile.name, real_name: profile.realName, role_name: profile.aliases, avatar: profile.avatar, must_change: profile.mustChange,
      };
    } },
    { method: 'POST', path: 'blade-auth/token', needs: 'anonymous', summary: ['登录(开放方言)', 'Log in (open dialect)'], open: async (call) => {
      const { tokens, profile } = await grant(call);
      return {
        accessToken: tokens.access, tokenType: 'bearer', refreshToken: tokens.refresh, expiresIn: tokens.seconds, userId: profile.id, tenantId: profile.tenantId, oauthId: '',
        avatar: profile.avatar, authority: profile.aliases, userName: profile.realName, account: profile.account, license: 'MIT',
      };
    } },
    { method: 'GET', path: 'blade-auth/oauth/logout', needs: 'person', summary: ['退出', 'Log out'], work: logout },
    { method: 'POST', path: 'blade-auth/logout', needs: 'person', summary: ['退出(开放方言)', 'Log out (open dialect)'], work: logout },
    { method: 'GET', path: 'blade-auth/oauth/clear-cache', needs: 'person', summary: ['清除缓存', 'Clear the cache'], work: async (call) => { house.ports.forget(call.actor.tenancy.tenantId); return {}; } },
    { method: 'GET', path: 'blade-auth/oauth/user-info', needs: 'person', summary: ['当前用户与角色', 'Who is logged in'], work: async (call) => {
      const profile = await profileOf(house, call.actor.tenancy, call.actor.person.id);
      return { ...profile, userId: profile.id, roles: call.actor.person.roles.map((role) => role.alias), permissions: [], ...sessionFacts(call.actor.person) };
    } },
  ];
}

const sessionFacts = (person: { departments: readonly string[]; teams: readonly string[] }): Record<string, unknown> => ({ departments: person.departments, teams: person.teams });
