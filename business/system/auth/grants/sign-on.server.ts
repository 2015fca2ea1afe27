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

/** Who gave another program leave to log him in, and where the code was sent. */
interface Leave {
  readonly tenantId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly redirect: string;
  readonly challenge: string;
}

/** What a challenge is made of; letters of two bytes are none. */
const CHALLENGE = /^[\w.~-]{0,128}$/;

function assertChallenge(given: string): void {
  if (!CHALLENGE.test(given)) throw http.unreadable();
}

/** A code for another program of the product: only to an address that was registered for it, letter by letter. */
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
  // A page that follows the redirect by itself would send our token along: the caller goes there by hand.
  return mode === 'json' ? { location: back.href } : call.reply.redirect(back.href, 302);
}

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Exchanges such a code: once, within a minute, by the same program and address, with the proof where one was promised. */
export async function byCode(asked: LoginAttempt): Promise<Granted> {
  const { call, client, input, sessions } = asked;
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
  return { tokens: await sessions.open(tenancy, leave.userId, openingOf(asked)), profile };
}

export const signOnRoute = (): Route => implementRoute(authorizeProgram, authorize, { raw: true });
