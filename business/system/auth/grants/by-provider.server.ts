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

/** Where the provider sends people back to: the front end's page, which calls the token path with code and state. */
const backOf = ({ app, request }: OpenAsking, source: string): string =>
  `${app.settings.publicUrl ?? `${request.protocol}://${request.host}`}/api/blade-auth/oauth/callback/${source}`;

interface Way {
  readonly source: string;
  readonly tenantId: string;
  readonly verifier: string;
  readonly back: string;
  /** The sum of what the browser that went out keeps. */ readonly browser: string;
}

/** The name under which a browser keeps that it went out. It opens nothing by itself. */
const COOKIE = 'anju_way';
const sumOf = (mark: string): string => createHash('sha256').update(mark).digest('base64url');

/** What this browser keeps of its way out; empty where it keeps nothing. */
function markOf({ request }: OpenAsking): string {
  const kept =
    String(request.headers.cookie ?? '')
      .split(';')
      .map((one) => one.trim())
      .find((one) => one.startsWith(`${COOKIE}=`))
      ?.slice(COOKIE.length + 1) ?? '';
  return /^[\w-]{43}$/.test(kept) ? kept : '';
}

/** Marks the browser that goes out; one that is under way already keeps its mark, so that two ways at once both come back. */
function marked(call: OpenAsking): string {
  const mark = markOf(call) || randomBytes(32).toString('base64url');
  call.reply.header(
    'Set-Cookie',
    `${COOKIE}=${mark}; Path=/; Max-Age=${MINUTES * 60}; HttpOnly; SameSite=Lax${call.request.protocol === 'https' ? '; Secure' : ''}`,
  );
  return mark;
}

/** Keeps who this is; a provider that is asked again may have newer names. */
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

/** Somebody a provider vouches for: his account, or a guest who may ask for one. */
export async function byProvider(asked: LoginAttempt): Promise<Granted> {
  const { call, input, sessions } = asked;
  const { app } = call;
  const { code } = input;
  const source = input.source ?? '';
  const way = await takePending<Way>(app, 'social', input.state ?? '');
  // Somebody else’s way, sent to a victim, would log the victim in as him: the browser that went out comes back.
  if (!code || !way || way.source !== source || way.browser !== sumOf(markOf(call))) throw refuse.stateWrong();
  const provider = providerOf(app, source);
  const identity = await identityOf(provider, { code, verifier: way.verifier, back: way.back });
  // Nobody whom no provider vouches for learns which companies there are.
  const tenancy = await tenancyOf(app, way.tenantId || tenantOfInput(asked));
  const { id, userId } = await remembered(app, tenancy, source, identity);
  const account = await living(app, tenancy, userId);
  if (account) return { ...(await entered(asked, tenancy, account.id, account.account)), oauthId: id };
  const tokens = await sessions.open(tenancy, GUEST, { ...openingOf(asked), guestOf: id });
  return { tokens, profile: guestProfile(tenancy, identity.nickname || identity.username), oauthId: id };
}

/** The way to a provider and back. What comes back is bound to what we sent out, and our own front end alone is sent to. */
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
    async ({ source: asked, code, state }, call) => {
      const { source } = providerOf(call.app, asked);
      const back = new URLSearchParams({ code: (code ?? '').slice(0, 2000), state: (state ?? '').slice(0, 200) });
      return call.reply.redirect(`/oauth/redirect/${source}?${back}`, 302);
    },
    { raw: true },
  ),
];
