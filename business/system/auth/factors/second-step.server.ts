import { type App, type FirstStep, http, type OpenAsking, type Sessions, type Tenancy } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { LOCK_MINUTES, forgetFailures } from '../attempts.server.ts';
import { type LoginAttempt, type Granted, openingOf, tenancyOf } from '../grants/login-attempt.server.ts';
import { storePending, readPending, takePending } from '../pending.server.ts';
import { tried } from '../tries.server.ts';
import { policyOf } from '../../people/user/password-policy.server.ts';
import { profileOf } from '../profile.server.ts';
import type { SecondStepInput } from '../token.calls.ts';
import {
  type PersonFactors,
  factorsOfPerson,
  isCode,
  isRequired,
  takeRecovery,
  usedPasskey,
} from './factors.server.ts';
import { optionsToProve, relyingPartyOf, provedKey } from './passkeys.server.ts';

const MINUTES = 5;

/** Whose password was right, and by which program he came. */
interface Waiting {
  readonly tenantId: string;
  readonly userId: string;
  readonly account: string;
  readonly clientId: string;
  readonly opening: ReturnType<typeof openingOf>;
}

/** Our own client, by its Basic pair. */
const OWN_CLIENT = 'anju';

const DAY_MS = 86_400_000;

/** Does the company ask for a new password by now? */
async function isTooOld(app: App, { tenantId, zone }: Tenancy, userId: string): Promise<boolean> {
  const { days } = await policyOf((key) => app.ports.parameter(tenantId, key));
  if (days === 0) return false;
  const [{ since }] = await app.db.read({ tenantId, zone }, (sql) =>
    sql.query<{ since: number }>(
      `select (extract(epoch from coalesce((select max(p.at) from anju_password p where p.tenant_id = u.tenant_id and p.user_id = u.id), u.create_time)) * 1000)::float8 as since
    from blade_user u where u.tenant_id = $1 and u.id = $2`,
      [tenantId, userId],
    ),
  );
  return app.clock.ms() - since > days * DAY_MS;
}

/** Did his password come as md5, so that nobody could judge it? Our own client can send one that is judged. */
async function isUnjudged(
  app: App,
  { tenantId, zone }: Tenancy,
  userId: string,
  client: string | undefined,
): Promise<boolean> {
  if (client !== OWN_CLIENT) return false;
  const [row] = await app.db.read({ tenantId, zone }, (sql) =>
    sql.query<{ unjudged: boolean | null }>('select unjudged from blade_user where tenant_id = $1 and id = $2', [
      tenantId,
      userId,
    ]),
  );
  return row?.unjudged === true;
}

/** Opens the session. A password that somebody else chose and a factor that the company asks for come before everything else. */
async function opened(
  sessions: Sessions,
  app: App,
  tenancy: Tenancy,
  userId: string,
  opening: ReturnType<typeof openingOf>,
  needsFactor: boolean,
): Promise<Granted> {
  const profile = await profileOf(app, tenancy, userId);
  const first: FirstStep[] = [];
  if (
    profile.mustChange ||
    (await isTooOld(app, tenancy, userId)) ||
    (await isUnjudged(app, tenancy, userId, opening.client))
  )
    first.push('password');
  if (needsFactor) first.push('factor');
  return { tokens: await sessions.open(tenancy, userId, { ...opening, first }), profile: { ...profile, first } };
}

/** The password was right: in, or to the second step where he has one. Where his company asks for one and he has none, he first sets it up. */
export async function entered(
  asked: LoginAttempt,
  tenancy: Tenancy,
  userId: string,
  account: string,
): Promise<Granted> {
  const { call, sessions } = asked;
  const held = await factorsOfPerson(call.app, tenancy, userId);
  const opening = openingOf(asked);
  if (held.totp || held.passkeys.length) {
    const waiting: Waiting = { tenantId: tenancy.tenantId, userId, account, clientId: asked.client.clientId, opening };
    const ticket = await storePending(call.app, 'secondStep', { ...waiting }, MINUTES * 60);
    throw refuse.secondStepNeeded({
      data: {
        ticket,
        factors: { totp: held.totp, passkey: held.passkeys.length > 0, recovery: held.recoveryLeft > 0 },
      },
    });
  }
  return opened(sessions, call.app, tenancy, userId, opening, await isRequired(call.app, tenancy.tenantId));
}

async function waitingFor(call: OpenAsking, ticket: string): Promise<Waiting> {
  // Who is in already only forgot the ticket; a stranger is told nothing.
  if (!ticket && call.request.headers['blade-auth']) throw http.missing({ what: 'ticket' });
  const waiting = await readPending<Waiting>(call.app, 'secondStep', ticket);
  if (!waiting) throw http.notLoggedIn();
  return waiting;
}

/** The question that a passkey of who waits must answer. */
export async function questionForPasskey(call: OpenAsking, ticket: string): Promise<unknown> {
  const waiting = await waitingFor(call, ticket);
  const { passkeys } = await factorsOfPerson(call.app, await tenancyOf(call.app, waiting.tenantId), waiting.userId);
  const options = await optionsToProve(relyingPartyOf(call.request), passkeys);
  await storePending(call.app, 'passkey', { challenge: options.challenge }, MINUTES * 60, `${ticket} prove`);
  return options;
}

async function isPasskey(
  call: OpenAsking,
  tenancy: Tenancy,
  held: PersonFactors,
  { ticket, credential }: SecondStepInput,
): Promise<boolean> {
  const asked = await takePending<{ challenge: string }>(call.app, 'passkey', `${ticket ?? ''} prove`);
  const proved = asked && (await provedKey(relyingPartyOf(call.request), asked.challenge, held.passkeys, credential));
  if (!proved) return false;
  await usedPasskey(call.app, tenancy, proved.id, proved.counter);
  return true;
}

async function proves(
  call: OpenAsking,
  tenancy: Tenancy,
  { userId }: Waiting,
  input: SecondStepInput,
): Promise<boolean> {
  const { app } = call;
  if (input.credential) return isPasskey(call, tenancy, await factorsOfPerson(app, tenancy, userId), input);
  if (input.recoveryCode) return takeRecovery(app, tenancy, userId, input.recoveryCode);
  return isCode(app, tenancy, userId, input.code ?? '');
}

/** The second step: a code, a recovery code or a passkey; wrong ones count like wrong passwords. */
export async function bySecondStep(
  input: SecondStepInput,
  call: OpenAsking,
  sessions: Sessions,
): Promise<{ granted: Granted; clientId: string }> {
  const { app } = call;
  const ticket = input.ticket ?? '';
  const waiting = await waitingFor(call, ticket);
  const tenancy = await tenancyOf(app, waiting.tenantId);
  const outcome = await tried(
    call,
    { tenantId: waiting.tenantId, account: waiting.account, ip: call.request.ip },
    async () => (await proves(call, tenancy, waiting, input)) || null,
  );
  if ('left' in outcome) {
    const { left } = outcome;
    throw refuse.secondStepWrong(
      { left, minutes: LOCK_MINUTES },
      { fields: [{ field: 'code', words: ['验证码不对', 'The code is wrong'] }], data: { left } },
    );
  }
  if (!(await takePending(app, 'secondStep', ticket))) throw http.notLoggedIn();
  await forgetFailures(app, waiting.tenantId, waiting.account);
  return {
    granted: await opened(sessions, app, tenancy, waiting.userId, waiting.opening, false),
    clientId: waiting.clientId,
  };
}
