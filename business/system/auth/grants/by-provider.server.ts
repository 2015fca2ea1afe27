import { createHash, randomBytes } from 'node:crypto';
import { type App, GUEST, implementOpen, nowOf, type OpenAsking, type Route, type Tenancy } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { entered } from '../factors/second-step.server.ts';
import { storePending, takePending } from '../pending.server.ts';
import { guestProfile } from '../profile.server.ts';
import { type LoginAttempt, type Granted, openingOf, tenancyOf, tenantOfInput } from './login-attempt.server.ts';
import { comeFromProvider, goToProvider } from './providers.calls.ts';
import { type Identity, identityOf, loginAddress, proofKey, providerOf } from './providers.server.ts';

const MINUTES = 10;

/** Return our address to which a provider redirects with code and state. */
const backOf = ({ app, request }: OpenAsking, source: string): string =>
  `${app.settings.publicUrl ?? `${request.protocol}://${request.host}`}/api/blade-auth/oauth/callback/${source}`;

interface Way {
  readonly source: string;
  readonly tenantId: string;
  readonly verifier: string;
  readonly back: string;
  /** Hash of the cookie value (mark) of the browser that started the login. */ readonly browser: string;
}

/** Cookie that marks a browser that started a login at a provider. It grants nothing by itself. */
const COOKIE = 'anju_way';
const sumOf = (mark: string): string => createHash('sha256').update(mark).digest('base64url');

/** Return the cookie value that marks this browser; empty if it has none. */
function markOf({ request }: OpenAsking): string {
  const mark =
    String(request.headers.cookie ?? '')
      .split(';')
      .map((one) => one.trim())
      .find((one) => one.startsWith(`${COOKIE}=`))
      ?.slice(COOKIE.length + 1) ?? '';
  return /^[\w-]{43}$/.test(mark) ? mark : '';
}

/** Mark the browser that starts a login. An existing mark is reused, so that two logins at once both return. */
function marked(call: OpenAsking): string {
  const mark = markOf(call) || randomBytes(32).toString('base64url');
  call.reply.header(
    'Set-Cookie',
    `${COOKIE}=${mark}; Path=/; Max-Age=${MINUTES * 60}; HttpOnly; SameSite=Lax${call.request.protocol === 'https' ? '; Secure' : ''}`,
  );
  return mark;
}

/** Store the identity, or update its names, picture and email. Return its id and the account it belongs to, if any. */
async function remembered(
  app: App,
  tenancy: Tenancy,
  source: string,
  { uuid, username, nickname, avatar, email }: Identity,
): Promise<{ id: string; userId: string | null }> {
  const [row] = await app.db.read(tenancy, (sql) =>
    sql.query<{ id: string; userId: string | null }>(
      `insert into blade_user_oauth (id, tenant_id, source, uuid, username, nickname, avatar, email, at) values (next_id($1), $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (tenant_id, source, uuid) do update set username = excluded.username, nickname = excluded.nickname, avatar = excluded.avatar, email = excluded.email, at = excluded.at returning id, user_id as "userId"`,
      [app.clock.ms(), tenancy.tenantId, source, uuid, username, nickname, avatar, email, nowOf(app.clock, tenancy)],
    ),
  );
  return row;
}

async function living(
  app: App,
  tenancy: Tenancy,
  userId: string | null,
): Promise<{ id: string; account: string } | undefined> {
  const [row] = userId
    ? await app.db.read(tenancy, (sql) =>
        sql.query<{ id: string; account: string }>(
          'select id, account from blade_user where tenant_id = $1 and id = $2 and is_deleted = 0 and status = 1',
          [tenancy.tenantId, userId],
        ),
      )
    : [];
  return row;
}

/** Log in a person by a provider: as their account, or as a guest that may request one. */
export async function byProvider(attempt: LoginAttempt): Promise<Granted> {
  const { call, input, sessions } = attempt;
  const { app } = call;
  const { code } = input;
  const source = input.source ?? '';
  const way = await takePending<Way>(app, 'social', input.state ?? '');
  // A stolen login link would log a victim in as the attacker: the browser that started must be the one that returns.
  if (!code || !way || way.source !== source || way.browser !== sumOf(markOf(call))) throw refuse.stateWrong();
  const provider = providerOf(app, source);
  const identity = await identityOf(provider, { code, verifier: way.verifier, back: way.back });
  // Names of companies are revealed only to people with an identity at a provider.
  const tenancy = await tenancyOf(app, way.tenantId || tenantOfInput(attempt));
  const { id, userId } = await remembered(app, tenancy, source, identity);
  const account = await living(app, tenancy, userId);
  if (account) return { ...(await entered(attempt, tenancy, account.id, account.account)), oauthId: id };
  const tokens = await sessions.open(tenancy, GUEST, { ...openingOf(attempt), guestOf: id });
  return { tokens, profile: guestProfile(tenancy, identity.nickname || identity.username), oauthId: id };
}

/**
 * Routes of a login by a provider. The provider's answer is accepted only for a request that we sent, and redirects go
 * to our own front end only.
 */
export const providerRoutes = (): Route[] => [
  implementOpen(
    goToProvider,
    async ({ source, tenantId }, call) => {
      const provider = providerOf(call.app, source);
      const { verifier, challenge } = proofKey();
      const back = backOf(call, provider.source);
      const way: Way = {
        source: provider.source,
        tenantId: (tenantId ?? '').slice(0, 12),
        verifier,
        back,
        browser: sumOf(marked(call)),
      };
      const state = await storePending(call.app, 'social', { ...way }, MINUTES * 60);
      return call.reply.redirect(loginAddress(provider, { state, challenge, back }), 302);
    },
    { raw: true },
  ),
  implementOpen(
    comeFromProvider,
    async ({ source: name, code, state }, call) => {
      const { source } = providerOf(call.app, name);
      const back = new URLSearchParams({ code: (code ?? '').slice(0, 2000), state: (state ?? '').slice(0, 200) });
      return call.reply.redirect(`/oauth/redirect/${source}?${back}`, 302);
    },
    { raw: true },
  ),
];
