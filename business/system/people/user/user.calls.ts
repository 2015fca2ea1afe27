import { dict } from '#kernel/fields/dict/dict.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { asSent, call } from '#kernel/language/calls/call.ts';
import {
  anyNumber,
  anyText,
  list,
  map,
  nothing,
  nullable,
  of,
  optional,
  record,
} from '#kernel/language/calls/shape.ts';
import { userType } from '../../dictionaries.ts';
import { departmentChoices } from '../dept/dept.calls.ts';
import { user } from './user.paper.ts';

const userIds = refs('user', ['用户', 'Users']);
const roleIds = refs('role', ['角色', 'Roles']);

export const ownProfile = call(user, 'info', {
  method: 'GET',
  needs: 'person',
  title: ['本人资料', 'Own profile'],
  answer: record({
    id: anyText,
    tenantId: anyText,
    tenantName: anyText,
    account: anyText,
    code: anyText,
    realName: anyText,
    name: anyText,
    phone: anyText,
    email: anyText,
    birthday: anyText,
    sex: optional(user.fields.sex),
    avatar: anyText,
    userType: user.fields.userType,
    userExt: anyText,
    roleId: anyText,
    deptId: anyText,
    postId: anyText,
    roleName: anyText,
    deptName: anyText,
    postName: anyText,
    sexName: anyText,
    userTypeName: anyText,
    status: anyNumber,
    statusName: anyText,
    createTime: nullable(anyText),
    updateTime: nullable(anyText),
    isDeleted: anyNumber,
  }),
});

export const usersToChoose = call(user, 'user-list', {
  method: 'GET',
  needs: 'person',
  title: ['可选用户', 'Users to choose from'],
  answer: list(of(user, ['id', 'account', 'realName', 'name'])),
});

export const departmentsForUsers = call(user, 'departments', {
  method: 'GET',
  needs: 'view',
  title: ['可调入的部门', 'Departments to put people into'],
  answer: departmentChoices,
});

export const grantRoles = call(user, 'grant', {
  method: 'POST',
  needs: 'edit',
  title: ['分配角色', 'Grant roles'],
  query: { userIds, roleIds },
  answer: nothing,
});

/** Returns the new passwords by account. */
export const resetPasswords = call(user, 'reset-password', {
  method: 'POST',
  needs: 'edit',
  title: ['重置密码', 'Reset passwords'],
  query: { userIds },
  answer: map(anyText),
});

export const unlockAccounts = call(user, 'unlock', {
  method: 'POST',
  needs: 'edit',
  title: ['解锁账号', 'Unlock accounts'],
  query: { userIds },
  answer: nothing,
});

export const readPlatform = call(user, 'platform-detail', {
  method: 'GET',
  needs: 'view',
  title: ['用户平台信息', 'Platform data of a user'],
  query: { id: id(['用户', 'User'], { required: true }) },
  answer: record({
    id: anyText,
    tenantId: anyText,
    account: anyText,
    realName: anyText,
    userType: optional(user.fields.userType),
    userExt: anyText,
  }),
});

export const setPlatform = call(user, 'update-platform', {
  method: 'POST',
  needs: 'edit',
  title: ['设置用户平台信息', 'Set the platform data of a user'],
  query: {
    userId: id(['用户', 'User']),
    id: id(['用户（旧名）', 'User, by an older name']),
    userType: dict(userType, ['用户平台', 'Platform'], { numeric: true }),
    userExt: asSent('extension', ['平台信息', 'Platform data']),
  },
  answer: nothing,
});

export const admitRegistrations = call(user, 'audit-pass', {
  method: 'POST',
  needs: 'edit',
  title: ['通过注册申请', 'Approve registrations'],
  body: {
    userIds: refs('user', ['用户', 'Users'], { required: true }),
    roleId: refs('role', ['角色', 'Roles'], { required: true }),
    deptId: refs('dept', ['部门', 'Departments'], { required: true }),
    postId: refs('post', ['岗位', 'Positions']),
  },
  answer: nothing,
});

export const turnAwayRegistrations = call(user, 'audit-refuse', {
  method: 'POST',
  needs: 'edit',
  title: ['拒绝注册申请', 'Turn people away who asked for an account'],
  body: {
    userIds: refs('user', ['用户', 'Users'], { required: true }),
    reason: text(['原因', 'Reason'], { required: true, max: 2000 }),
  },
  answer: nothing,
});
