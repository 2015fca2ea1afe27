import { type App, http, type Route, type RouteCall, type Sessions, transact } from '#kernel/server';
import { isId } from '#kernel/fields/ref/ref.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { holds } from '#kernel/language/permission.ts';
import { profileOf } from '../../auth/profile.server.ts';
import { assertNotAbove } from '../../people/user/accounts.server.ts';
import { user } from '../../people/user/user.paper.ts';
import { refuse } from '../../refusals.ts';
import { explain } from './explain.server.ts';

/** Looks at the product through somebody else's eyes: read only, with a reason that the log of that person keeps, never at who stands above. */
async function start(call: RouteCall, sessions: Sessions): Promise<unknown> {
  const { app, actor, body } = call;
  const userId = String(body.userId ?? '');
  const reason = String(body.reason ?? '')
    .trim()
    .slice(0, 200);
  if (!holds(actor.person, buttonOf(user, 'viewAs'))) throw http.forbidden();
  if (!reason) throw http.missing({ what: 'reason' });
  if (userId === actor.person.id) throw refuse.notYourself();
  const there = isId(userId) ? await app.ports.person(actor.tenancy, userId) : null;
  if (!there) throw refuse.explainPerson();
  await transact(app, actor, async (tx) => {
    await assertNotAbove(tx, [await tx.get(user, userId)]);
    await tx.note(user, userId, 'viewAs', [`以其身份查看：${reason}`, `Seen with his eyes: ${reason}`]);
  });
  await sessions.viewAs(call.sessionId, userId);
  return profileOf(app, actor.tenancy, userId);
}

async function stop(call: RouteCall, sessions: Sessions): Promise<unknown> {
  const { app, session, actor } = call;
  if (session.viewAs) {
    await sessions.viewAs(call.sessionId, null);
    const person = await app.ports.person(actor.tenancy, session.userId);
    if (person)
      await transact(app, { ...actor, person, readOnlyReason: undefined }, (tx) =>
        tx.note(user, session.viewAs!, 'viewAsEnd', ['结束以其身份查看', 'No longer seen with his eyes']),
      );
  }
  return profileOf(app, actor.tenancy, session.userId, session.acting);
}

export const permissionRoutes = (_app: App, sessions: Sessions): Route[] => [
  {
    method: 'GET',
    path: 'blade-system/permission/explain',
    needs: 'person',
    summary: ['权限诊断', 'Why somebody may or may not'],
    query: ['userId', 'resource', 'action', 'id', 'field', 'button'],
    work: explain,
  },
  {
    method: 'POST',
    path: 'blade-system/permission/view-as/start',
    needs: 'person',
    summary: ['以他人身份查看', 'See the product as somebody else'],
    work: (call) => start(call, sessions),
  },
  {
    method: 'POST',
    path: 'blade-system/permission/view-as/stop',
    needs: 'person',
    harmless: 'always',
    summary: ['结束以他人身份查看', 'Stop seeing it as somebody else'],
    work: (call) => stop(call, sessions),
  },
];
