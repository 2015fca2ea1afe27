import { createHash, timingSafeEqual } from 'node:crypto';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { http, implementRoute, type Route, type RouteAsking } from '#kernel/server';
import { clientNamed } from '../../clients/known-clients.server.ts';
import { refuse } from '../../refusals.ts';
import { storePending, takePending } from '../pending.server.ts';
import { profileOf } from '../profile.server.ts';
import { type LoginAttempt, type Granted, openingOf, tenancyOf } from './login-attempt.server.ts';
import { authorizeProgram } from './sign-on.calls.ts';

const SECONDS = 60;

/** Permission (leave) to log a person in to another program, stored under the code that is sent to `redirect`. */
interface Leave {
  readonly tenantId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly redirect: string;
  readonly challenge: string;
}

/** Characters of a code challenge, all ASCII, so that equal lengths mean equal bytes when it is compared. */
const CHALLENGE = /^[\w.~-]{0,128}$/;

function assertChallenge(challenge: string): void {
  if (!CHALLENGE.test(challenge)) throw http.unreadable();
}

/** Create a code for another program of the product; its address must equal a registered one. */
async function authorize(input: CallInputOf<typeof authorizeProgram>, call: RouteAsking): Promise<unknown> {
  const { response_type: type, state, mode } = input;
  const [clientId, redirect] = [input.client_id ?? '', input.redirect_uri ?? ''];
  const challenge = input.code_challenge ?? '';
  assertChallenge(challenge);
  const client = await clientNamed(call.app, clientId);
  if (
    !client ||
    type !== 'code' ||
    !client.grants.includes('authorization_code') ||
    !client.redirects.includes(redirect)
  )
    throw refuse.redirectUnknown();
  const leave: Leave = {
    tenantId: call.actor.tenancy.tenantId,
    userId: call.session.userId,
    clientId,
    redirect,
    challenge,
  };
  const code = await storePending(call.app, 'code', { ...leave }, SECONDS);
  const back = new URL(redirect);
  back.searchParams.set('code', code);
  if (state) back.searchParams.set('state', state.slice(0, 500));
  // A page that follows the redirect itself would send our token along, so the client navigates.
  return mode === 'json' ? { location: back.href } : call.reply.redirect(back.href, 302);
}

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Exchange a sign-on code for a session: once, within a minute, by the same program and address. If a challenge came
 * with it, its verifier is required.
 */
export async function byCode(attempt: LoginAttempt): Promise<Granted> {
  const { call, client, input, sessions } = attempt;
  const leave = await takePending<Leave>(call.app, 'code', input.code ?? '');
  const proof = createHash('sha256')
    .update(input.code_verifier ?? '')
    .digest('base64url');
  const fits =
    leave &&
    leave.clientId === client.clientId &&
    leave.redirect === (input.redirect_uri ?? '') &&
    (!leave.challenge || same(leave.challenge, proof));
  if (!fits) throw refuse.codeEnded();
  const tenancy = await tenancyOf(call.app, leave.tenantId);
  const profile = await profileOf(call.app, tenancy, leave.userId).catch(() => {
    throw refuse.codeEnded();
  });
  return { tokens: await sessions.open(tenancy, leave.userId, openingOf(attempt)), profile };
}

export const signOnRoute = (): Route => implementRoute(authorizeProgram, authorize, { raw: true });
