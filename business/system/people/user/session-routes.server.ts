import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import {
  type App,
  http,
  implementRoute,
  type Route,
  type RouteAsking,
  sessionFacts,
  type Sessions,
  transact,
} from '#kernel/server';
import { isId } from '#kernel/fields/ref/ref.ts';
import { decide } from '#kernel/language/permission.ts';
import { user } from './user.paper.ts';
import { assertNotAbove } from './accounts.server.ts';
import { endSessions, livingSessions } from './session.calls.ts';

/**
 * Refuse people whose sessions the caller may not see and end: those that they may not edit, or who have more rights.
 */
const assertManages = (call: RouteAsking, userIds: readonly string[]): Promise<void> =>
  transact(call.app, call.actor, async (tx) =>
    assertNotAbove(tx, await tx.visible(user, { button: 'edit' }).all(userIds)),
  );

type Listed = CallAnswer<(typeof livingSessions)[0]>['records'][number];

/** Return the open sessions of the caller, or of a colleague whose account the caller may edit. */
async function listed(
  { current, size, userId: requested }: CallInputOf<(typeof livingSessions)[0]>,
  call: RouteAsking,
): Promise<CallAnswer<(typeof livingSessions)[0]>> {
  const { app, actor } = call;
  const own = call.session.userId;
  const userId = requested ?? own;
  if (userId !== own) {
    if (!decide(actor.person, user, 'edit').allow) throw http.forbidden();
    await assertManages(call, [userId]);
  }
  const where = 'tenant_id = $1 and user_id = $2 and ended is null and until > to_timestamp($3 / 1000.0)';
  const values = [actor.tenancy.tenantId, userId, app.clock.ms()];
  return app.db.platform(async (sql) => {
    const [{ total }] = await sql.query<{ total: number }>(
      `select count(*)::int as total from ${sessionFacts} where ${where}`,
      values,
    );
    const moment = (column: string): string =>
      `coalesce(to_char(${column} at time zone $6, 'YYYY-MM-DD HH24:MI:SS'), '')`;
    const records = await sql.query<Omit<Listed, 'own'>>(
      `select id, user_id as "userId", coalesce(ip, '') as ip, coalesce(agent, '') as agent, coalesce(client, '') as "clientId", ${moment('created')} as "createTime", ${moment('coalesce(used, created)')} as "usedTime", ${moment('until')} as "untilTime"
      from ${sessionFacts} where ${where} order by coalesce(used, created) desc, id desc limit $4 offset $5`,
      [...values, size, (current - 1) * size, actor.tenancy.zone],
    );
    return {
      records: records.map((row) => ({ ...row, own: row.id === call.sessionId })),
      total,
      size,
      current,
      pages: Math.ceil(total / size),
    };
  });
}

/**
 * End sessions by their ids: the caller's own, or those of people whose account the caller may edit. The log of such an
 * account records it.
 */
async function ended(
  { ids }: CallInputOf<(typeof endSessions)[0]>,
  call: RouteAsking,
  sessions: Sessions,
): Promise<CallAnswer<(typeof endSessions)[0]>> {
  const { app, actor } = call;
  const manages = decide(actor.person, user, 'edit').allow;
  const theirs = manages
    ? (await sessions.ownersOf(actor.tenancy.tenantId, ids)).filter((id) => id !== call.session.userId)
    : [];
  if (theirs.length) await assertManages(call, theirs);
  const whose = await sessions.endSome(actor.tenancy.tenantId, ids, manages ? null : call.session.userId);
  const others = [...new Set(whose.filter((id) => id !== actor.person.id && isId(id)))];
  if (others.length)
    await transact(app, actor, async (tx) => {
      for (const id of others) await tx.note(user, id, 'endSession', ['结束会话', 'Session ended']);
    });
  return { count: whose.length };
}

export const sessionRoutes = (_app: App, sessions: Sessions): Route[] => [
  ...livingSessions.map((one) => implementRoute(one, listed)),
  ...endSessions.map((one) => implementRoute(one, (asked, call) => ended(asked, call, sessions))),
];
