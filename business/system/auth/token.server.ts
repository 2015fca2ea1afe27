import type { CallAnswer } from '#kernel/language/calls/call.ts';
import {
  type App,
  drawCaptcha,
  implementOpen,
  implementRoute,
  note,
  type OpenAsking,
  type Route,
  type RouteAsking,
  type Sessions,
} from '#kernel/server';
import type { FamilyClient } from '#kernel/language/rooms/family-page.ts';
import { clientOf } from '../clients/known-clients.server.ts';
import { refuse } from '../refusals.ts';
import { avatarFor } from './default-avatar.rules.ts';
import { bySecondStep } from './factors/second-step.server.ts';
import type { LoginAttempt, Granted } from './grants/login-attempt.server.ts';
import { byPassword } from './grants/by-password.server.ts';
import { byProvider } from './grants/by-provider.server.ts';
import { byRefresh } from './grants/by-refresh.server.ts';
import { byCode } from './grants/sign-on.server.ts';
import { whoIsLoggedIn } from './profile.calls.ts';
import { profileOf } from './profile.server.ts';
import {
  type BareTokens,
  type LoginInput,
  clearCache,
  drawnCaptcha,
  logIn,
  logInFurther,
  logInOpenly,
  logOut,
  logOutOpenly,
} from './token.calls.ts';

const ways: Readonly<Record<string, (attempt: LoginAttempt) => Promise<Granted>>> = {
  password: byPassword,
  captcha: byPassword,
  refresh_token: byRefresh,
  social: byProvider,
  authorization_code: byCode,
};

async function grant(input: LoginInput, call: OpenAsking, sessions: Sessions): Promise<Granted & { clientId: string }> {
  const client = await clientOf(call);
  const kind = input.grant_type ?? input.grantType ?? '';
  if (!Object.hasOwn(ways, kind)) throw refuse.unknownGrant();
  if (!client.grants.includes(kind)) throw refuse.grantClosed();
  const granted = await ways[kind]({ input, call, client, sessions });
  await noteEntered(call, granted);
  return { ...granted, clientId: client.clientId };
}

/** Note the login in the company's log. */
async function noteEntered(call: OpenAsking, { profile }: Granted): Promise<void> {
  const tenancy = await call.app.ports.tenancy(profile.tenantId);
  if (tenancy)
    note(call.request, { who: { tenancy, person: { id: profile.id, name: profile.realName || profile.account } } });
}

const bare = (
  { tokens, profile, oauthId = '' }: Granted,
  clientId: string,
  family: FamilyClient | undefined,
): BareTokens => ({
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
  avatar: avatarFor(family, profile.avatar),
  must_change: profile.mustChange,
  ...(profile.first?.length && { must_first: profile.first[0], must_first_all: profile.first }),
  ...(profile.firstPage && { first_page: profile.firstPage }),
  ...(profile.quietCodes && { quiet_codes: profile.quietCodes }),
});

/** Return the profile of the session for its client. */
async function whoAmI(app: App, call: RouteAsking): Promise<CallAnswer<(typeof whoIsLoggedIn)[0]>> {
  const profile = await profileOf(
    app,
    call.actor.tenancy,
    call.actor.person.id,
    call.session.viewAs ? undefined : call.session.acting,
  );
  return {
    ...profile,
    avatar: avatarFor(await app.ports.familyClient(call.session.client), profile.avatar),
    userId: profile.id,
    roles: call.actor.person.roles.map((role) => role.alias),
    permissions: [],
    switchMode: (await app.ports.parameter(call.actor.tenancy.tenantId, 'login.switchMode')) === 'on',
    departments: call.actor.person.departments,
    teams: call.actor.person.teams,
    ...(call.actor.readOnlyReason && { still: call.actor.readOnlyReason }),
    ...(call.session.viewAs && {
      viewedBy: (await profileOf(app, call.actor.tenancy, call.session.userId)).realName,
    }),
  };
}

/**
 * Return the routes of captcha and login, for clients of the specification and for those of the published BladeX API.
 */
const loginRoutes = (sessions: Sessions): Route[] => [
  ...drawnCaptcha.map((one) => implementOpen(one, (_asked, { app }) => drawCaptcha(app))),
  implementOpen(
    logIn,
    async (input, call) => {
      const granted = await grant(input, call, sessions);
      return bare(granted, granted.clientId, await call.app.ports.familyClient(granted.clientId));
    },
    { raw: true },
  ),
  implementOpen(
    logInFurther,
    async (input, call) => {
      const { granted, clientId } = await bySecondStep(input, call, sessions);
      await noteEntered(call, granted);
      return bare(granted, clientId, await call.app.ports.familyClient(clientId));
    },
    { raw: true },
  ),
  implementOpen(logInOpenly, async (input, call) => {
    const { tokens, profile, oauthId = '', clientId } = await grant(input, call, sessions);
    return {
      accessToken: tokens.access,
      tokenType: 'bearer' as const,
      refreshToken: tokens.refresh,
      expiresIn: tokens.seconds,
      userId: profile.id,
      tenantId: profile.tenantId,
      oauthId,
      avatar: avatarFor(await call.app.ports.familyClient(clientId), profile.avatar),
      authority: profile.aliases,
      userName: profile.realName,
      account: profile.account,
      license: 'MIT' as const,
    };
  }),
];

/**
 * Return the routes of login, captcha, logout and profile, for clients of the specification and of the published BladeX
 * API.
 */
export function tokenRoutes(app: App, sessions: Sessions): Route[] {
  const leave = async (_asked: object, { sessionId }: RouteAsking): Promise<unknown> => {
    await sessions.end(sessionId);
    return {};
  };
  const ending = { atFirst: true, harmless: 'always' } as const;
  return [
    ...loginRoutes(sessions),
    implementRoute(logOut, leave, ending),
    implementRoute(logOutOpenly, leave, ending),
    implementRoute(clearCache, async (_asked, call) => {
      app.ports.forget(call.actor.tenancy.tenantId);
      return {};
    }),
    ...whoIsLoggedIn.map((one) => implementRoute(one, (_asked, call) => whoAmI(app, call), { atFirst: true })),
  ];
}
