import type { CallInputOf } from '#kernel/language/calls/call.ts';
import {
  asMd5,
  implementRoute,
  isPassword,
  md5,
  type Route,
  type RouteAsking,
  type Sessions,
  transact,
} from '#kernel/server';
import { assertFresh, assertStrong, storePassword } from '../people/user/password-policy.server.ts';
import { isHashed } from '../people/user/password.rules.ts';
import { user } from '../people/user/user.paper.ts';
import { refuse } from '../refusals.ts';
import { LOCK_MINUTES } from './attempts.server.ts';
import { changePassword } from './own-password.calls.ts';
import { tried } from './tries.server.ts';

/** Changes one's own password. The form in which the old one matched (md5 or plain) decides how the new one is read. Other sessions end. */
async function changeOwn(
  { oldPassword: old, newPassword: fresh, newPassword1: again }: CallInputOf<(typeof changePassword)[0]>,
  call: RouteAsking,
  sessions: Sessions,
): Promise<unknown> {
  const { app } = call;
  const { tenancy, person } = call.actor;
  if (!old || !fresh) throw refuse.passwordMissing();
  if (fresh !== again)
    throw refuse.passwordsDiffer({
      fields: [{ field: 'newPassword1', words: ['两次密码输入不一致', 'The two passwords differ'] }],
    });
  const [row] = await app.db.read(tenancy, (sql) =>
    sql.query<{ password: string }>('select password from blade_user where tenant_id = $1 and id = $2', [
      tenancy.tenantId,
      person.id,
    ]),
  );
  const outcome = await tried(
    call,
    { tenantId: tenancy.tenantId, account: person.account, ip: call.request.ip },
    async () => {
      if (isHashed(old) && (await isPassword(old, row.password))) return { hashed: true };
      return (await isPassword(md5(old), row.password)) ? { hashed: false } : null;
    },
  );
  if ('left' in outcome)
    throw refuse.oldPasswordWrong(
      { left: outcome.left, minutes: LOCK_MINUTES },
      {
        fields: [{ field: 'oldPassword', words: ['原密码不正确', 'The old password is wrong'] }],
        data: { left: outcome.left },
      },
    );
  const { hashed } = outcome.right;
  await assertStrong((key) => app.ports.parameter(tenancy.tenantId, key), fresh, 'newPassword');
  const secret = hashed ? asMd5(fresh) : md5(fresh);
  await transact(app, call.actor, async (tx) => {
    await assertFresh(tx, person.id, secret, 'newPassword');
    await storePassword(tx, person.id, secret, {
      mustChange: false,
      hashed: hashed && isHashed(fresh),
      field: 'newPassword',
    });
    await tx.note(user, person.id, 'changePassword', ['修改本人密码', 'Own password changed']);
  });
  await sessions.firstDone(call.sessionId, 'password');
  await sessions.endAllOf(tenancy.tenantId, person.id, call.sessionId);
  return {};
}

export const ownPasswordRoutes = (sessions: Sessions): Route[] =>
  changePassword.map((one) =>
    implementRoute(one, (asked, call) => changeOwn(asked, call, sessions), { atFirst: true }),
  );
