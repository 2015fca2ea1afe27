import type { Dictionary } from '#kernel/language/dictionary.ts';
import { familyClientNamed } from '../../clients/known-clients.server.ts';
import { avatarFor } from '../../auth/default-avatar.rules.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { Row } from '#kernel/language/paper.ts';
import { decide, holdsEverything } from '#kernel/language/permission.ts';
import {
  asMd5,
  behaviour,
  type Context,
  generatedPassword,
  implement,
  inClear,
  type Reading,
  row as refuseRow,
  forgetAttemptsWhole,
  raw,
  sql,
  listedRows,
} from '#kernel/server';
import { accountKey } from '../../auth/attempts.server.ts';
import { refuse } from '../../refusals.ts';
import { above, assertHolds, assertNotAbove, assertRoom, setPassword } from './accounts.server.ts';
import { assertFresh, assertStrong } from './password-policy.server.ts';
import { admitRegistration, turnAway } from './registration.server.ts';
import { sex as sexes, userType } from '../../dictionaries.ts';
import { departmentsFor, outOfReach } from '../departments.rules.ts';
import { departmentsOffered, namesOfDepartments } from '../departments.server.ts';
import { role } from '../role/role.paper.ts';
import {
  admitRegistrations,
  departmentsForUsers,
  grantRoles,
  ownProfile,
  readPlatform,
  resetPasswords,
  setPlatform,
  turnAwayRegistrations,
  unlockAccounts,
  usersToChoose,
} from './user.calls.ts';
import { PROVED } from './proved-fields.rules.ts';
import { USER_DISABLED } from './user-events.rules.ts';
import { user } from './user.paper.ts';

/** Return ids as a list, also from a text joined by commas. */
const listOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : String(value ?? '')
        .split(',')
        .filter(isId);

/** Refuse role changes of one's own account, of roles that the caller lacks, or of people with more rights. */
async function assertMayGrant(context: Context, roleIds: readonly string[], userId: string | null): Promise<void> {
  if (userId === context.person.id) throw refuse.notYourself();
  await assertHolds(context, roleIds);
}

/**
 * Refuse adding or removing departments outside of the caller's scope. Only people with a reserved role, who hold every
 * right, change their own departments.
 */
async function assertDepartments(context: Context, before: Row<typeof user> | null, deptId: unknown): Promise<void> {
  // Departments define the scope: a person's own departments are assigned by others.
  if (before?.id === context.person.id && !context.person.roles.some(holdsEverything)) throw refuse.notYourself();
  const beyond = outOfReach(departmentsFor(context.person, user), listOf(before?.deptId), listOf(deptId));
  if (!beyond.length) return;
  const names = await namesOfDepartments(context, beyond);
  throw refuse.departmentNotYours({
    fields: [
      {
        field: 'deptId',
        words: [`不在您可见范围内的部门：${names.join('、')}`, `Departments that you do not see: ${names.join(', ')}`],
      },
    ],
  });
}

/** Refuse a person without a department if the caller would not see them afterwards. */
async function assertInSight(context: Context, row: Row<typeof user>): Promise<void> {
  const { allow, where } = decide(context.person, user, 'view');
  if (!allow || !isEmpty(row.deptId) || where.some((term) => term.kind === 'all')) return;
  const visible = await context.visible(user, { query: { id_in: row.id } }).sql();
  if (!(await context.sql.query(sql`select 1 from ${raw(user.table)} t where ${visible}`)).length)
    throw refuse.departmentNeeded({
      fields: [
        {
          field: 'deptId',
          words: [
            '请选择所属部门：没有部门的用户不在您可见范围内',
            'Choose a department: you do not see users without one',
          ],
        },
      ],
    });
}

/**
 * Return the people of these ids if the caller may change all of them. Refuse an empty list, and people with more
 * rights.
 */
async function named(context: Context, ids: readonly string[] | null): Promise<Row<typeof user>[]> {
  if (!ids?.length) throw refuseRow.noneChosen();
  const users = await context.visible(user, { button: 'edit' }).all(ids);
  await assertNotAbove(context, users);
  return users;
}

const changes = (
  name: 'roleId' | 'deptId',
  before: Row<typeof user> | null,
  values: Partial<Row<typeof user>>,
): boolean => values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(before?.[name] ?? null);

async function freshPasswords(
  { userIds }: CallInputOf<typeof resetPasswords>,
  context: Context,
): Promise<CallAnswer<typeof resetPasswords>> {
  // A reset removes second factors, so on one's own account it would bypass them.
  if (userIds?.includes(context.person.id)) throw refuse.notYourself();
  const shown: Record<string, string> = {};
  for (const one of await named(context, userIds)) {
    const password = generatedPassword();
    await setPassword(context, one.id, password, true);
    // Remove second factors: a person who lost phone and codes has no other way in. If the company requires a factor,
    // the login sets up a new one.
    const dropped = await context.sql.query(
      'delete from anju_factor where tenant_id = $1 and user_id = $2 returning id',
      [context.tenantId, one.id],
    );
    await context.note(
      user,
      one.id,
      'resetPassword',
      dropped.length
        ? ['重置密码，并清除二次验证', 'Password reset, second factors removed']
        : ['重置密码', 'Password reset'],
    );
    shown[one.account] = password;
  }
  return shown;
}

type Profile = CallAnswer<typeof ownProfile>;
type Told = 'sex' | 'userExt' | 'avatar' | 'sexName' | 'userTypeName' | 'statusName';

async function profileOfCaller(reading: Reading, owes: readonly unknown[]): Promise<Profile> {
  const named = (names: string, table: string, label: string): string =>
    `coalesce((select string_agg(n.${label}, ',' order by n.sort, n.id) from ${table} n where n.tenant_id = u.tenant_id and n.id = any(u.${names})), '')`;
  const [{ avatar, sex, userExt, ...own }] = await reading.sql.query<
    Omit<Profile, Told> & { avatar: string | null; sex: number | null; userExt: object | null }
  >(
    `select u.id, u.tenant_id as "tenantId", coalesce(n.tenant_name, '') as "tenantName", u.account, coalesce(u.code, '') as code, u.real_name as "realName", coalesce(u.name, '') as name, coalesce(u.phone, '') as phone, coalesce(u.email, '') as email,
    coalesce(left(u.birthday::text, 10) || ' 00:00:00', '') as birthday, left(u.create_time::text, 19) as "createTime", left(u.update_time::text, 19) as "updateTime", 0 as "isDeleted", u.sex, u.user_ext as "userExt", u.user_type as "userType", u.status, u.avatar::text as avatar, coalesce(array_to_string(u.role_id, ','), '') as "roleId", coalesce(array_to_string(u.dept_id, ','), '') as "deptId", coalesce(array_to_string(u.post_id, ','), '') as "postId",
    ${named('role_id', 'blade_role', 'role_name')} as "roleName", ${named('dept_id', 'blade_dept', 'dept_name')} as "deptName", ${named('post_id', 'blade_post', 'post_name')} as "postName"
    from blade_user u left join blade_tenant n on n.tenant_id = u.tenant_id and n.is_deleted = 0 where u.tenant_id = $1 and u.id = $2`,
    [reading.tenantId, reading.person.id],
  );
  const word = (of: Dictionary, key: number | string | null): string => {
    const [zh, en] = of.items[String(key)] ?? ['', ''];
    return labelIn([zh, en], reading.language);
  };
  // Leave out personal data, the caller's own too, while the session has required first steps to do.
  const personal = owes.length ? { phone: '', email: '', birthday: '' } : { phone: inClear(own.phone) };
  return {
    ...own,
    ...personal,
    ...(sex !== null && { sex }),
    userExt: userExt && !owes.length ? JSON.stringify(userExt) : '',
    sexName: word(sexes, sex),
    userTypeName: word(userType, own.userType),
    statusName: labelIn(['启用', 'Enabled'], reading.language),
    avatar: avatarFor(
      await familyClientNamed(reading.sql, reading.origin.client ?? ''),
      avatar ? reading.link(user, avatar) : '',
    ),
  };
}

/** Refuse changes of another account with a reserved role, unless the caller holds every right. */
async function assertNotReserved(context: Context, one: Row<typeof user>): Promise<void> {
  if (
    one.id !== context.person.id &&
    !context.person.roles.some(holdsEverything) &&
    (await context.find(role, { id: listOf(one.roleId) })).some(isReserved)
  )
    throw refuse.aboveYou();
}

/**
 * Refuse to close one's own account, and to enable one before its admission. To close an account or set its password,
 * the caller needs as many rights as its owner.
 */
async function assertMayChange(
  context: Context,
  before: Row<typeof user>,
  { password, status }: { password: string; status: unknown },
): Promise<void> {
  await assertNotReserved(context, before);
  const closes = status === 0 || status === '0';
  if (password || closes) await assertNotAbove(context, [before]);
  if (before.id === context.person.id && closes) throw refuse.notYourself();
  if (Number(status) === 1 && ['pending', 'refused'].includes(before.registerState ?? ''))
    throw refuse.registrationOpen();
}

/** Refuse a password that is weak, or that the account had before. */
async function assertPassword(context: Context, before: Row<typeof user> | null, password: string): Promise<void> {
  await assertStrong((key) => context.parameter(key), password);
  if (password && before) await assertFresh(context, before.id, asMd5(password));
}

/** Refuse changes to the own account that require a proof: an open session must not bypass it. */
function assertNothingProved(
  context: Context,
  before: Row<typeof user> | null,
  values: Partial<Row<typeof user>>,
  password: string,
): void {
  if (before?.id !== context.person.id) return;
  const changed = PROVED.filter((name) => values[name] !== undefined && (values[name] ?? '') !== (before[name] ?? ''));
  const fields = [...changed, ...(password ? (['password'] as const) : [])];
  if (!fields.length) return;
  const words: Label = ['请在个人中心修改，并验证身份', 'Change it in the own profile, with a proof'];
  throw refuse.ownProfileOnly({ fields: fields.map((field) => ({ field, words })) });
}

const isReserved = ({ roleAlias }: Row<typeof role>): boolean => roleAlias === 'administrator' || roleAlias === 'admin';

/** Return a person's kind and the data that programs store about them. */
async function platformOf(reading: Reading, of: string): Promise<CallAnswer<typeof readPlatform>> {
  const [{ id, tenantId, account, realName, userType, userExt }] = await reading.visible(user).all([of]);
  return { id, tenantId, account, realName, userType, userExt: userExt ? JSON.stringify(userExt) : '' };
}

function readExt(sent: unknown): Record<string, unknown> | null {
  if (isEmpty(sent)) return null;
  try {
    const read: unknown = typeof sent === 'string' ? JSON.parse(sent) : sent;
    if (typeof read === 'object' && read !== null && !Array.isArray(read) && JSON.stringify(read).length <= 16_384)
      return read as Record<string, unknown>;
  } catch {
    /* A text that is not JSON ends in the refusal below. */
  }
  throw refuse.extWrong({
    fields: [{ field: 'userExt', words: ['平台信息须为 JSON 对象', 'It must be a JSON object'] }],
  });
}

async function changePlatform(
  { userId, id, userType, userExt }: CallInputOf<typeof setPlatform>,
  context: Context,
): Promise<unknown> {
  const of = userId ?? id;
  const [one] = await named(context, of ? [of] : null);
  await assertNotReserved(context, one);
  const ext = readExt(userExt);
  if (userType !== null) await context.resubmit(user, one.id, { userType });
  await context.change(user, one.id, { userExt: ext }, ['设置平台信息', 'Platform fields set']);
  return {};
}

async function giveRoles({ userIds, roleIds }: CallInputOf<typeof grantRoles>, context: Context): Promise<unknown> {
  const ids = roleIds ?? [];
  if ((await context.find(role, { id: ids })).length !== ids.length) throw refuseRow.missing({ title: role.title });
  for (const one of await named(context, userIds)) {
    await assertMayGrant(context, [...ids, ...listOf(one.roleId)], one.id);
    await context.change(user, one.id, { roleId: ids.join(',') }, ['分配角色', 'Roles granted']);
  }
  return {};
}

async function unlock({ userIds }: CallInputOf<typeof unlockAccounts>, context: Context): Promise<unknown> {
  const users = await named(context, userIds);
  await forgetAttemptsWhole(
    context.sql,
    users.map((one) => accountKey(context.tenantId, one.account)),
  );
  for (const one of users) await context.note(user, one.id, 'unlock', ['解锁账号', 'Account unlocked']);
  return {};
}

export default behaviour(user, {
  computed: {
    tenantName: 'select n.tenant_name from blade_tenant n where n.tenant_id = t.tenant_id and n.is_deleted = 0',
  },
  async saving(context, { before, values, extra, byHand }) {
    const password = extra?.password ?? '';
    if (byHand) assertNothingProved(context, before, values, password);
    await assertPassword(context, before, password);
    if (!before) await assertRoom(context);
    else await assertMayChange(context, before, { password, status: values.status });
    if (changes('roleId', before, values)) await assertMayGrant(context, listOf(values.roleId), before?.id ?? null);
    if (changes('deptId', before, values)) await assertDepartments(context, before, values.deptId);
    return {};
  },
  async saved(context, { before, row, extra, byHand }) {
    if (byHand && !before) await assertInSight(context, row);
    // An empty password leaves the stored one unchanged.
    if (extra?.password)
      await setPassword(context, row.id, extra.password, before === null || before.id !== context.person.id);
    if (before?.status === 1 && row.status === 0) await context.emit(USER_DISABLED, { id: row.id });
  },
  async leaving(context, rows) {
    for (const row of rows) await context.emit(USER_DISABLED, { id: row.id });
  },
  async staying(context, rows) {
    const stays = new Map(await above(context, rows));
    return rows.some((row) => row.id === context.person.id)
      ? stays.set(context.person.id, refuse.notYourself())
      : stays;
  },
  calls: [
    implement(ownProfile, {
      atFirst: true,
      read: (_asked, reading, { pendingSteps }) => profileOfCaller(reading, pendingSteps ?? []),
    }),
    implement(usersToChoose, {
      read: (_asked, reading) =>
        listedRows(
          reading.sql,
          sql`select id, account, real_name as "realName", coalesce(name, real_name) as name from blade_user where tenant_id = ${reading.tenantId} and is_deleted = 0 and status = 1`,
          { order: 'id', limit: 1000 },
        ),
    }),
    implement(departmentsForUsers, { read: (_asked, reading) => departmentsOffered(reading, user) }),
    implement(grantRoles, { write: giveRoles }),
    implement(resetPasswords, { secret: true, write: freshPasswords }),
    implement(unlockAccounts, { write: unlock }),
    implement(readPlatform, { read: ({ id }, reading) => platformOf(reading, id) }),
    implement(setPlatform, { write: changePlatform }),
    implement(admitRegistrations, { write: admitRegistration }),
    implement(turnAwayRegistrations, { write: turnAway }),
  ],
});
