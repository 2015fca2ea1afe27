import { isId } from '#kernel/fields/ref/ref.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import type { Row } from '#kernel/language/paper.ts';
import { holdsEverything } from '#kernel/language/permission.ts';
import { behaviour, type Asking } from '#kernel/server/behaviour.ts';
import type { Context, Reading } from '#kernel/server/context.ts';
import { asMd5, generatedPassword, hashPassword } from '#kernel/server/session/password.ts';
import { refuse } from '../../refusals.ts';
import { isStrong } from './password.rules.ts';
import { role } from '../role/role.paper.ts';
import { user } from './user.paper.ts';

const idsOf = (text: unknown): string[] => String(text ?? '').split(',').filter(isId);
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : idsOf(value));

/** Nobody hands out what he does not hold: only reserved roles may give reserved roles, and nobody changes his own. */
async function assertMayGrant(context: Context, roleIds: readonly string[], userId: string | null): Promise<void> {
  if (userId === context.person.id) throw refuse.notYourself();
  const reserved = (await context.find(role, { id: [...roleIds] } as never)).some((one) => one.roleAlias === 'administrator' || one.roleAlias === 'admin');
  if (reserved && !context.person.roles.some(holdsEverything)) throw refuse.aboveYou();
}

async function setPassword(context: Context, id: string, password: string, mustChange: boolean): Promise<void> {
  await context.sql.query('update blade_user set password = $3, must_change = $4 where tenant_id = $1 and id = $2', [context.tenantId, id, await hashPassword(asMd5(password)), mustChange]);
  await context.sql.query('update anju_session set ended = $3 where tenant_id = $1 and user_id = $2 and ended is null and $4', [context.tenantId, id, context.now(), id !== context.person.id]);
}

async function assertRoom(context: Context): Promise<void> {
  const [{ most, n }] = await context.sql.query<{ most: number | null; n: number }>('select (select account_number from blade_tenant where tenant_id = $1) as most, count(*)::int as n from blade_user where tenant_id = $1 and is_deleted = 0', [context.tenantId]);
  if (most !== null && most > 0 && n >= most) throw refuse.accountsFull({ most });
}

const changes = (before: Row<typeof user> | null, values: Partial<Row<typeof user>>): boolean =>
  values.roleId !== undefined && JSON.stringify(values.roleId) !== JSON.stringify(before?.roleId ?? null);

/** An account without a password is made, too: nobody gets in until it is reset. */
function assertPassword(password: string): void {
  if (password && !isStrong(password)) throw refuse.passwordWeak({ fields: [{ field: 'password', words: ['密码至少8位，并含字母和数字', 'At least 8 characters, with letters and digits'] }] });
}

async function resetPasswords(asking: Asking, context: Context): Promise<Record<string, string>> {
  const shown: Record<string, string> = {};
  const users = await context.find(user, { id: idsOf(asking.query.userIds || asking.body.userIds) } as never);
  for (const one of users) {
    const password = generatedPassword();
    await setPassword(context, one.id, password, true);
    await context.note(user, one.id, 'resetPassword', '重置密码');
    shown[one.account] = password;
  }
  return shown;
}

const profileFields = ['avatar', 'name', 'realName', 'phone', 'email'] as const;

/** A person's own profile: his own row only, and nothing that gives him rights. */
async function changeProfile(asking: Asking, context: Context): Promise<Record<string, unknown>> {
  const values = Object.fromEntries(profileFields.filter((name) => asking.body[name] !== undefined && !String(asking.body[name]).includes('****')).map((name) => [name, asking.body[name]]));
  if (Object.keys(values).length) await context.change(user, context.person.id, values, '修改个人信息');
  return {};
}

async function ownProfile(_asking: Asking, reading: Reading): Promise<Record<string, unknown>> {
  const [own] = await reading.sql.query<Record<string, unknown>>(`select id, tenant_id as "tenantId", account, real_name as "realName", name, coalesce(phone, '') as phone, coalesce(email, '') as email,
    array_to_string(role_id, ',') as "roleId", array_to_string(dept_id, ',') as "deptId", array_to_string(post_id, ',') as "postId", '' as avatar from blade_user where tenant_id = $1 and id = $2`, [reading.tenantId, reading.person.id]);
  return own;
}

export default behaviour(user, {
  async saving(context, { before, values, extra }) {
    if (!before) await assertRoom(context);
    assertPassword(String(extra.password ?? ''));
    if (changes(before, values)) await assertMayGrant(context, listOf(values.roleId), before?.id ?? null);
    if (before && before.id === context.person.id && extra.status === 0) throw refuse.notYourself();
    return {};
  },
  async saved(context, { before, row, extra }) {
    // An empty password on a change keeps the old one.
    if (!isEmpty(extra.password)) await setPassword(context, row.id, String(extra.password), before === null || before.id !== context.person.id);
  },
  async removing(context, row) {
    if (row.id === context.person.id) throw refuse.notYourself();
  },
  calls: [
    { method: 'GET', path: 'info', needs: 'person', summary: ['本人资料', 'Own profile'], read: ownProfile },
    { method: 'GET', path: 'user-list', needs: 'person', summary: ['可选用户', 'Users to choose from'], read: async (_asking, reading) => reading.sql.query('select id, account, real_name as "realName", coalesce(name, real_name) as name from blade_user where tenant_id = $1 and is_deleted = 0 and status = 1 order by id limit 1000', [reading.tenantId]) },
    { method: 'POST', path: 'grant', needs: 'edit', summary: ['分配角色', 'Grant roles'], query: ['userIds', 'roleIds'], write: async (asking, context) => {
      const roleIds = idsOf(asking.body.roleIds);
      const users = await context.find(user, { id: idsOf(asking.body.userIds) } as never);
      for (const one of users) {
        await assertMayGrant(context, [...roleIds, ...listOf(one.roleId)], one.id);
        await context.change(user, one.id, { roleId: roleIds as never }, '分配角色');
      }
      return {};
    } },
    { method: 'POST', path: 'reset-password', needs: 'edit', summary: ['重置密码', 'Reset passwords'], query: ['userIds'], secret: true, write: resetPasswords },
    { method: 'POST', path: 'unlock', needs: 'edit', summary: ['解锁账号', 'Unlock accounts'], query: ['userIds'], write: async (asking, context) => {
      const users = await context.find(user, { id: idsOf(asking.body.userIds) } as never);
      await context.sql.query('delete from anju_attempt where id = any($1)', [users.map((one) => `account ${context.tenantId} ${one.account.toLowerCase()}`)]);
      return {};
    } },
    { method: 'POST', path: 'update-info', needs: 'person', summary: ['修改本人资料', 'Change the own profile'], write: changeProfile },
  ],
});
