import { type ActingAs, GUEST, type OpenAsking, type StoredSession } from '#kernel/server';
import { isId } from '#kernel/fields/ref/ref.ts';
import { refuse } from '../../refusals.ts';
import { guestProfile, profileOf } from '../profile.server.ts';
import { type LoginAttempt, type Granted, requestHeader } from './login-attempt.server.ts';

/** The one role and department somebody wants to work in from now on; undefined where he says nothing about it. */
function wanted(call: OpenAsking): ActingAs | undefined {
  const [role, dept] = ['role-id', 'dept-id'].map((name) => requestHeader(call, name));
  const one = (id: string): string | null => (isId(id) ? id : null);
  return one(role) || one(dept) ? { role: one(role), dept: one(dept) } : undefined;
}

/** Both must be his own, asked of what he holds now. */
async function assertOwn(call: OpenAsking, session: StoredSession, acting: ActingAs): Promise<void> {
  const tenancy = await call.app.ports.tenancy(session.tenantId);
  const person = tenancy && (await call.app.ports.person(tenancy, session.userId));
  const his =
    person &&
    (!acting.role || person.roles.some((one) => one.id === acting.role)) &&
    (!acting.dept || person.departments.includes(acting.dept));
  if (!his) throw refuse.notYourDuty();
}

/** The session of this token, if its client may renew it, and in which duties it goes on. */
async function looked({ call, client, sessions }: LoginAttempt, token: string): Promise<ActingAs | undefined> {
  const before = await sessions.ofRefresh(token);
  if (!before) return undefined;
  if (before.client !== client.clientId) throw refuse.refreshEnded();
  const acting = before.userId === GUEST ? undefined : wanted(call);
  if (acting) await assertOwn(call, before, acting);
  return acting;
}

/** A new pair of tokens for an old refresh token, of the client that got it. Roles, department and state are read anew. */
export async function byRefresh(asked: LoginAttempt): Promise<Granted> {
  const { call, input, sessions } = asked;
  const token = input.refresh_token ?? input.refreshToken ?? '';
  const acting = await looked(asked, token);
  const renewed = await sessions.renew(token);
  const tenancy = renewed && (await call.app.ports.tenancy(renewed.session.tenantId));
  if (!renewed || !tenancy) throw refuse.refreshEnded();
  const { session, tokens } = renewed;
  if (session.userId === GUEST) return { tokens, profile: guestProfile(tenancy), oauthId: session.guestOf ?? '' };
  if (acting) await sessions.act(session.id, acting);
  // Who was closed meanwhile gets no new token.
  const profile = await profileOf(call.app, tenancy, session.userId, acting ?? session.acting).catch(() => {
    throw refuse.refreshEnded();
  });
  return { tokens, profile: { ...profile, first: session.first } };
}
