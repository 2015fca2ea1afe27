import { type CallInput, type Context, http, type Route, type RouteCall, transact } from '#kernel/server';
import { isId } from '#kernel/fields/ref/ref.ts';
import { refuse } from '../../refusals.ts';
import { assertHolds, assertRoom, setPassword } from './accounts.server.ts';
import { assertStrong } from './password-policy.server.ts';
import { user } from './user.paper.ts';

const text = (value: unknown): string =>
  typeof value === 'string' && value !== 'undefined' && value !== 'null' ? value.trim() : '';
const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')).filter(isId);

/** Somebody whom a provider vouches for asks for an account: it waits, closed, until an administrator lets him in. */
async function register({ app, actor, session, body }: RouteCall): Promise<unknown> {
  const oauthId = session.guestOf;
  if (!oauthId) throw refuse.accountThere();
  if (text(body.oauthId) && text(body.oauthId) !== oauthId) throw http.notLoggedIn();
  const tenantId = text(body.tenantId);
  if (!tenantId) throw refuse.registerTenant();
  if (tenantId !== actor.tenancy.tenantId) throw refuse.unknownTenant();
  const account = text(body.account);
  const password = String(body.password ?? '');
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
    const name = text(body.name) || account;
    const made = await tx.create(user, { account, realName: name, name, registerState: 'pending' } as never);
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

export const registrationRoutes = (): Route[] =>
  ['blade-user', 'blade-system/user'].map((path) => ({
    method: 'POST',
    path: `${path}/register-guest`,
    needs: 'guest',
    summary: ['账号注册申请', 'Ask for an account'],
    query: ['tenantId', 'name', 'account', 'password', 'oauthId'],
    work: register,
  }));

async function waiting(context: Context, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) throw http.missing({ what: 'userIds' });
  await context.assertVisible(user, ids, 'edit');
  const rows = await context.sql.query<{ id: string }>(
    "select id from blade_user where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0 and register_state = 'pending' for update",
    [context.tenantId, [...ids]],
  );
  if (rows.length !== new Set(ids).size) throw refuse.notWaiting();
  return rows.map((row) => row.id);
}

/** Lets people in with the duties they get. */
export async function admitRegistration(asking: CallInput, context: Context): Promise<Record<string, unknown>> {
  const { userIds, roleId, deptId, postId } = asking.body;
  const [roles, depts, posts] = [idsOf(roleId), idsOf(deptId), idsOf(postId)];
  if (!roles.length) throw http.missing({ what: 'roleId' });
  if (!depts.length) throw http.missing({ what: 'deptId' });
  await assertHolds(context, roles);
  for (const id of await waiting(context, idsOf(userIds))) {
    // As a person would give them: roles, departments and posts of another company do not exist.
    await context.resubmit(user, id, { roleId: roles, deptId: depts, ...(posts.length && { postId: posts }) });
    await context.change(user, id, { registerState: 'passed' } as never, ['通过注册申请', 'Registration approved']);
    await context.sql.query('update blade_user set status = 1 where tenant_id = $1 and id = $2', [
      context.tenantId,
      id,
    ]);
  }
  return {};
}

/** Says no, with a reason; the account stays closed. */
export async function turnAway(asking: CallInput, context: Context): Promise<Record<string, unknown>> {
  const reason = text(asking.body.reason).slice(0, 200);
  if (!reason) throw http.missing({ what: 'reason' });
  for (const id of await waiting(context, idsOf(asking.body.userIds)))
    await context.change(user, id, { registerState: 'refused' } as never, [
      `拒绝注册申请：${reason}`,
      `Registration refused: ${reason}`,
    ]);
  return {};
}
