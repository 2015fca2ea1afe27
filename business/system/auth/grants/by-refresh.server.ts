import { type ActingAs, GUEST, type OpenAsking, type StoredSession } from '#kernel/server';
import { isId } from '#kernel/fields/ref/ref.ts';
import { refuse } from '../../refusals.ts';
import { guestProfile, profileOf } from '../profile.server.ts';
import { type LoginAttempt, type Granted, loginHeader } from './login-attempt.server.ts';

/** Return the role and department that the person wants to act in; undefined if the headers name neither. */
function wanted(call: OpenAsking): ActingAs | undefined {
  const [role, dept] = (['Role-Id', 'Dept-Id'] as const).map((name) => loginHeader(call, name));
  const one = (id: string): string | null => (isId(id) ? id : null);
  return one(role) || one(dept) ? { role: one(role), dept: one(dept) } : undefined;
}

/** Refuse a role or department that the person does not hold now. */
async function assertOwn(call: OpenAsking, session: StoredSession, acting: ActingAs): Promise<void> {
  const tenancy = await call.app.ports.tenancy(session.tenantId);
  const person = tenancy && (await call.app.ports.person(tenancy, session.userId));
  const isOwn =
    person &&
    (!acting.role || person.roles.some((one) => one.id === acting.role)) &&
    (!acting.dept || person.departments.includes(acting.dept));
  if (!isOwn) throw refuse.notYourDuty();
}

/** Check that the client may renew the session of this token; return the role and department that it continues with. */
async function looked({ call, client, sessions }: LoginAttempt, token: string): Promise<ActingAs | undefined> {
  const before = await sessions.ofRefresh(token);
  if (!before) return undefined;
  if (before.client !== client.clientId) throw refuse.refreshEnded();
  const acting = before.userId === GUEST ? undefined : wanted(call);
  if (acting) await assertOwn(call, before, acting);
  return acting;
}

/** Exchange a refresh token of this client for a new pair. Roles, department and state are read again. */
export async function byRefresh(attempt: LoginAttempt): Promise<Granted> {
  const { call, input, sessions } = attempt;
  const token = input.refresh_token ?? input.refreshToken ?? '';
  const acting = await looked(attempt, token);
  const renewed = await sessions.renew(token);
  const tenancy = renewed && (await call.app.ports.tenancy(renewed.session.tenantId));
  if (!renewed || !tenancy) throw refuse.refreshEnded();
  const { session, tokens } = renewed;
  if (session.userId === GUEST) return { tokens, profile: guestProfile(tenancy), oauthId: session.guestOf ?? '' };
  if (acting) await sessions.act(session.id, acting);
  // An account that was closed meanwhile gets no new token.
  const profile = await profileOf(call.app, tenancy, session.userId, acting ?? session.acting).catch(() => {
    throw refuse.refreshEnded();
  });
  return { tokens, profile: { ...profile, first: session.first } };
}
