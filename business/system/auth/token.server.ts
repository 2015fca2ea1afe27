import { type App, drawCaptcha, note, type OpenCall, type Route, type RouteCall, type Sessions } from '#kernel/server';
import { clientOf } from '../clients/known-clients.server.ts';
import { refuse } from '../refusals.ts';
import { bySecondStep } from './factors/second-step.server.ts';
import { type LoginAttempt, type Granted, textOfInput } from './grants/login-attempt.server.ts';
import { byPassword } from './grants/by-password.server.ts';
import { byProvider } from './grants/by-provider.server.ts';
import { byRefresh } from './grants/by-refresh.server.ts';
import { byCode } from './grants/sign-on.server.ts';
import { profileOf } from './profile.server.ts';

const ways: Readonly<Record<string, (asked: LoginAttempt) => Promise<Granted>>> = {
  password: byPassword,
  captcha: byPassword,
  refresh_token: byRefresh,
  social: byProvider,
  authorization_code: byCode,
};

async function grant(call: OpenCall, sessions: Sessions): Promise<Granted & { clientId: string }> {
  const client = await clientOf(call);
  const kind = textOfInput(call, 'grant_type', 'grantType');
  if (!Object.hasOwn(ways, kind)) throw refuse.unknownGrant();
  if (!client.grants.includes(kind)) throw refuse.grantClosed();
  const granted = await ways[kind]({ call, client, sessions });
  await noteEntered(call, granted);
  return { ...granted, clientId: client.clientId };
}

/** Whoever came in is known to the log of his company. */
async function noteEntered(call: OpenCall, { profile }: Granted): Promise<void> {
  const tenancy = await call.app.ports.tenancy(profile.tenantId);
  if (tenancy)
    note(call.request, { who: { tenancy, person: { id: profile.id, name: profile.realName || profile.account } } });
}

/** The answer of the specification's clients: bare, with underscores. */
const bare = ({ tokens, profile, oauthId = '' }: Granted, clientId: string): Record<string, unknown> => ({
  access_token: tokens.access,
  token_type: 'bearer',
  refresh_token: tokens.refresh,
  expires_in: tokens.seconds,
  scope: 'all',
  client_id: clientId,
  license: 'MIT',
  tenant_id: profile.tenantId,
  user_id: profile.id,
  dept_id: profile.deptId,
  role_id: profile.roleId,
  post_id: profile.postId,
  oauth_id: oauthId,
  account: profile.account,
  user_name: profile.account,
  userName: profile.account || profile.name,
  nick_name: profile.name,
  real_name: profile.realName,
  role_name: profile.aliases,
  avatar: profile.avatar,
  must_change: profile.mustChange,
  ...(profile.first?.length && { must_first: profile.first[0], must_first_all: profile.first }),
  ...(profile.firstPage && { first_page: profile.firstPage }),
  ...(profile.quietCodes && { quiet_codes: profile.quietCodes }),
});

const sessionFacts = (person: {
  departments: readonly string[];
  teams: readonly string[];
}): Record<string, unknown> => ({ departments: person.departments, teams: person.teams });

/** Who is logged in, as his client asks for it. */
async function whoAmI(app: App, call: RouteCall): Promise<unknown> {
  const profile = await profileOf(
    app,
    call.actor.tenancy,
    call.actor.person.id,
    call.session.viewAs ? undefined : call.session.acting,
  );
  return {
    ...profile,
    userId: profile.id,
    roles: call.actor.person.roles.map((role) => role.alias),
    permissions: [],
    switchMode: (await app.ports.parameter(call.actor.tenancy.tenantId, 'login.switchMode')) === 'on',
    ...sessionFacts(call.actor.person),
    ...(call.actor.readOnlyReason && { still: call.actor.readOnlyReason }),
    ...(call.session.viewAs && {
      viewedBy: (await profileOf(app, call.actor.tenancy, call.session.userId)).realName,
    }),
  };
}

/** The ways in, each in its dialect, and the picture before them. */
function loginRoutes(app: App, sessions: Sessions): Route[] {
  const captcha = async (call: OpenCall): Promise<unknown> => drawCaptcha(call.app);
  return [
    {
      method: 'GET',
      path: 'blade-auth/oauth/captcha',
      needs: 'anonymous',
      summary: ['验证码', 'Captcha'],
      open: captcha,
    },
    { method: 'GET', path: 'blade-auth/captcha', needs: 'anonymous', summary: ['验证码', 'Captcha'], open: captcha },
    {
      method: 'POST',
      path: 'blade-auth/oauth/token',
      needs: 'anonymous',
      summary: ['登录、续期', 'Log in, renew'],
      raw: true,
      open: async (call) => {
        const granted = await grant(call, sessions);
        return bare(granted, granted.clientId);
      },
    },
    {
      method: 'POST',
      path: 'blade-auth/oauth/mfa',
      needs: 'anonymous',
      summary: ['登录第二步', 'Second step of a login'],
      raw: true,
      open: async (call) => {
        const { granted, clientId } = await bySecondStep(app, sessions, call);
        await noteEntered(call, granted);
        return bare(granted, clientId);
      },
    },
    {
      method: 'POST',
      path: 'blade-auth/token',
      needs: 'anonymous',
      summary: ['登录(开放方言)', 'Log in (open dialect)'],
      open: async (call) => {
        const { tokens, profile, oauthId = '' } = await grant(call, sessions);
        return {
          accessToken: tokens.access,
          tokenType: 'bearer',
          refreshToken: tokens.refresh,
          expiresIn: tokens.seconds,
          userId: profile.id,
          tenantId: profile.tenantId,
          oauthId,
          avatar: profile.avatar,
          authority: profile.aliases,
          userName: profile.realName,
          account: profile.account,
          license: 'MIT',
        };
      },
    },
  ];
}

/** Both dialects of the login, its picture and its end. */
export function tokenRoutes(app: App, sessions: Sessions): Route[] {
  const logout = async (call: { sessionId: string }): Promise<unknown> => {
    await sessions.end(call.sessionId);
    return {};
  };
  const ending = { needs: 'guest', atFirst: true, harmless: 'always' } as const;
  return [
    ...loginRoutes(app, sessions),
    { method: 'GET', path: 'blade-auth/oauth/logout', ...ending, summary: ['退出', 'Log out'], work: logout },
    {
      method: 'POST',
      path: 'blade-auth/logout',
      ...ending,
      summary: ['退出(开放方言)', 'Log out (open dialect)'],
      work: logout,
    },
    {
      method: 'GET',
      path: 'blade-auth/oauth/clear-cache',
      needs: 'person',
      summary: ['清除缓存', 'Clear the cache'],
      work: async (call) => {
        app.ports.forget(call.actor.tenancy.tenantId);
        return {};
      },
    },
    ...['blade-auth/oauth/user-info', 'user/getUserInfo', '../user/getUserInfo'].map((path): Route => ({
      method: 'GET',
      path,
      needs: 'person',
      atFirst: true,
      summary: ['当前用户与角色', 'Who is logged in'],
      work: (call) => whoAmI(app, call),
    })),
  ];
}
