import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { type App, http, implementRoute, type Route, type RouteAsking, type Sessions, transact } from '#kernel/server';
import { buttonOf } from '#kernel/language/paper.ts';
import { holds } from '#kernel/language/permission.ts';
import type { Profile } from '../../auth/profile.calls.ts';
import { profileOf } from '../../auth/profile.server.ts';
import { assertNotAbove } from '../../people/user/accounts.server.ts';
import { user } from '../../people/user/user.paper.ts';
import { refuse } from '../../refusals.ts';
import { explainRights, startViewAs, stopViewAs } from './explain.calls.ts';
import { explain } from './explain.server.ts';

/**
 * View the product as another person: read-only, with a reason in that person's log. A person with more rights is
 * refused.
 */
async function start(
  { userId, reason: sent }: CallInputOf<typeof startViewAs>,
  call: RouteAsking,
  sessions: Sessions,
): Promise<Profile> {
  const { app, actor } = call;
  const reason = sent?.slice(0, 200);
  if (!holds(actor.person, buttonOf(user, 'viewAs'))) throw http.forbidden();
  if (!reason) throw http.missing({ what: 'reason' });
  if (userId === actor.person.id) throw refuse.notYourself();
  if (!userId || !(await app.ports.person(actor.tenancy, userId))) throw refuse.explainPerson();
  await transact(app, actor, async (tx) => {
    await assertNotAbove(tx, [await tx.get(user, userId)]);
    await tx.note(user, userId, 'viewAs', [`以其身份查看：${reason}`, `Viewed as this user: ${reason}`]);
  });
  await sessions.viewAs(call.sessionId, userId);
  return profileOf(app, actor.tenancy, userId);
}

async function stop(call: RouteAsking, sessions: Sessions): Promise<Profile> {
  const { app, session, actor } = call;
  const { viewAs } = session;
  if (viewAs) {
    await sessions.viewAs(call.sessionId, null);
    const person = await app.ports.person(actor.tenancy, session.userId);
    if (person)
      await transact(app, { ...actor, person, readOnlyReason: undefined }, (tx) =>
        tx.note(user, viewAs, 'viewAsEnd', ['结束以其身份查看', 'No longer viewed as this user']),
      );
  }
  return profileOf(app, actor.tenancy, session.userId, session.acting);
}

export const permissionRoutes = (_app: App, sessions: Sessions): Route[] => [
  implementRoute(explainRights, explain),
  implementRoute(startViewAs, (asked, call) => start(asked, call, sessions)),
  implementRoute(stopViewAs, (_asked, call) => stop(call, sessions), { harmless: 'always' }),
];
