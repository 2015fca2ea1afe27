import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, http, implementRoute, type Route, type RouteAsking, transact } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { assertHolds, assertRoom, setPassword } from './accounts.server.ts';
import { assertStrong } from './password-policy.server.ts';
import { askForAccount } from './sign-up.calls.ts';
import type { admitRegistrations, turnAwayRegistrations } from './user.calls.ts';
import { user } from './user.paper.ts';

/** Request an account for an identity at a provider: it stays closed until an administrator admits it. */
async function register(
  { tenantId, name, account, password, oauthId: named }: CallInputOf<(typeof askForAccount)[0]>,
  { app, actor, session }: RouteAsking,
): Promise<unknown> {
  const oauthId = session.guestOf;
  if (!oauthId) throw refuse.accountThere();
  if (named && named !== oauthId) throw http.notLoggedIn();
  if (!tenantId) throw refuse.registerTenant();
  if (tenantId !== actor.tenancy.tenantId) throw refuse.unknownTenant();
  if (!account) throw refuse.registerAccount();
  if (!password) throw refuse.registerPassword();
  await assertStrong((key) => app.ports.parameter(tenantId, key), password);
  return transact(app, actor, async (tx) => {
    const [known] = await tx.sql.query<{ userId: string | null; state: string | null }>(
      'select u.id as "userId", u.register_state as state from blade_user_oauth o left join blade_user u on u.tenant_id = o.tenant_id and u.id = o.user_id and u.is_deleted = 0 where o.tenant_id = $1 and o.id = $2 for update of o',
      [tx.tenantId, oauthId],
    );
    if (!known) throw http.notLoggedIn();
    if (known.userId) throw known.state === 'refused' ? refuse.registrationRefused() : refuse.registeredAlready();
    await assertRoom(tx);
    const called = name ?? account;
    const made = await tx.create(user, { account, realName: called, name: called, registerState: 'pending' });
    await tx.sql.query('update blade_user set status = 0 where tenant_id = $1 and id = $2', [tx.tenantId, made.id]);
    await setPassword(tx, made.id, password, false);
    await tx.sql.query('update blade_user_oauth set user_id = $3 where tenant_id = $1 and id = $2', [
      tx.tenantId,
      oauthId,
      made.id,
    ]);
    await tx.emit('registrationAsked', { userId: made.id });
    return {};
  });
}

export const registrationRoutes = (): Route[] => askForAccount.map((one) => implementRoute(one, register));

async function waiting(context: Context, ids: readonly string[]): Promise<string[]> {
  await context.visible(user, { button: 'edit' }).all(ids);
  const rows = await context.sql.query<{ id: string }>(
    "select id from blade_user where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0 and register_state = 'pending' for update",
    [context.tenantId, [...ids]],
  );
  if (rows.length !== new Set(ids).size) throw refuse.notWaiting();
  return rows.map((row) => row.id);
}

/** Admit people with their roles and departments. */
export async function admitRegistration(
  { userIds, roleId, deptId, postId }: CallInputOf<typeof admitRegistrations>,
  context: Context,
): Promise<unknown> {
  await assertHolds(context, roleId);
  for (const id of await waiting(context, userIds)) {
    // Check values like those of a person: roles, departments and posts of another company do not exist.
    await context.resubmit(user, id, { roleId, deptId, ...(postId && { postId }) });
    await context.change(user, id, { registerState: 'passed' }, ['通过注册申请', 'Registration approved']);
    await context.sql.query('update blade_user set status = 1 where tenant_id = $1 and id = $2', [
      context.tenantId,
      id,
    ]);
  }
  return {};
}

/** Turn a registration away with a reason; the account stays closed. */
export async function turnAway(
  { userIds, reason }: CallInputOf<typeof turnAwayRegistrations>,
  context: Context,
): Promise<unknown> {
  const why = reason.slice(0, 200);
  for (const id of await waiting(context, userIds))
    await context.change(user, id, { registerState: 'refused' }, [
      `拒绝注册申请：${why}`,
      `Registration refused: ${why}`,
    ]);
  return {};
}
