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

/** A person whose password was right, and the client they use. */
interface Waiting {
  readonly tenantId: string;
  readonly userId: string;
  readonly account: string;
  readonly clientId: string;
  readonly opening: ReturnType<typeof openingOf>;
}

/** Id of our own web client, which sends it in its Basic header. */
const OWN_CLIENT = 'anju';

const DAY_MS = 86_400_000;

/** Has the password expired? */
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

/**
 * Must the password be replaced since its strength was never checked, as it was set as md5? Only our own client, which
 * sends passwords in clear, asks for it.
 */
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

/**
 * Open the session. An imposed, expired or unchecked password must then be replaced first, and a required factor set
 * up.
 */
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

/**
 * The password was right: log in, or start the second step. If the company requires a factor that the person lacks, its
 * setup comes first.
 */
export async function entered(
  attempt: LoginAttempt,
  tenancy: Tenancy,
  userId: string,
  account: string,
): Promise<Granted> {
  const { call, sessions } = attempt;
  const held = await factorsOfPerson(call.app, tenancy, userId);
  const opening = openingOf(attempt);
  if (held.totp || held.passkeys.length) {
    const waiting: Waiting = {
      tenantId: tenancy.tenantId,
      userId,
      account,
      clientId: attempt.client.clientId,
      opening,
    };
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
  // A request with a session lacks the ticket by mistake, so name it; anyone else gets no detail.
  if (!ticket && call.request.headers['blade-auth']) throw http.missing({ what: 'ticket' });
  const waiting = await readPending<Waiting>(call.app, 'secondStep', ticket);
  if (!waiting) throw http.notLoggedIn();
  return waiting;
}

/** Return the question that a passkey must answer in the second step. */
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
  const question = await takePending<{ challenge: string }>(call.app, 'passkey', `${ticket ?? ''} prove`);
  const proved =
    question && (await provedKey(relyingPartyOf(call.request), question.challenge, held.passkeys, credential));
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

/** Complete the second step by a code, recovery code or passkey. Wrong ones count like wrong passwords. */
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
