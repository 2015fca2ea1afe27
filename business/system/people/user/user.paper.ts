import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { day } from '#kernel/fields/day/day.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { exactText } from '#kernel/language/calls/call.ts';
import { paper } from '#kernel/language/paper.ts';
import { registerState, sex, userType } from '../../dictionaries.ts';
import { administratorRights } from '../../rights.rules.ts';
import { STAFF_REVEAL } from '#kernel/language/permission.ts';

/** A person with a login. The password is stored as an argon2id hash that no call returns. */
export const user = paper('user', {
  title: ['用户', 'User'],
  table: 'blade_user',
  path: 'blade-system/user',
  aliases: ['blade-user'],
  calls: {
    list: ['page', 'list'],
    export: [
      {
        path: 'export-user',
        columns: [
          'tenantId',
          'account',
          'name',
          'realName',
          'email',
          'phone',
          'roleId',
          'deptId',
          'postId',
          'birthday',
        ],
      },
    ],
    template: 'export-template',
    import: 'import-user',
  },
  rights: administratorRights,
  sight: 'shared',
  revealedBy: [STAFF_REVEAL],
  pickable: [],
  caption: 'realName',
  portrait: 'avatar',
  hint: ['account'],
  wireNames: {
    roleName: 'roleId',
    deptName: 'deptId',
    postName: 'postId',
    sexName: 'sex',
    userTypeName: 'userType',
    statusName: 'status',
  },
  wholeRows: true,
  search: ['account', 'realName', 'name', 'email'],
  findable: { by: ['account', 'realName', 'phone'], shapes: ['phone', 'text', 'code'] },
  extras: { password: exactText(['密码', 'Password']) },
  fields: {
    account: text(['账号', 'Account'], {
      headings: ['账户'],
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 45,
    }),
    password: text(['密码', 'Password'], { secret: true, max: 300, example: 'Sample#Pass' }),
    code: text(['工号', 'Staff no.'], { max: 12 }),
    realName: text(['姓名', 'Name'], { required: true, list: true, filter: 'like', max: 64, personal: 'shown' }),
    name: text(['昵称', 'Nickname'], { max: 64 }),
    userType: dict(userType, ['用户平台', 'Platform'], { numeric: true, initial: 1, filter: 'exact' }),
    roleId: refs('role', ['所属角色', 'Roles'], {
      headings: ['角色名称'],
      csv: true,
      list: true,
      width: 150,
      offered: 'blade-system/role/offered',
    }),
    deptId: refs('dept', ['所属部门', 'Departments'], {
      headings: ['部门名称'],
      csv: true,
      list: true,
      filter: 'exact',
      width: 140,
      offered: 'blade-system/user/departments',
    }),
    postId: refs('post', ['所属岗位', 'Positions'], { headings: ['岗位名称'], csv: true, list: true, width: 110 }),
    phone: phone(['手机号', 'Mobile'], { headings: ['手机'], list: true, filter: 'like' }),
    email: text(['电子邮箱', 'Email'], { headings: ['邮箱'], list: true, max: 100 }),
    sex: dict(sex, ['性别', 'Sex'], { numeric: true }),
    birthday: day(['出生日期', 'Birthday'], { headings: ['生日'], wireTime: true }),
    avatar: file(['头像', 'Avatar'], { takes: 'image' }),
    userExt: structured<Record<string, unknown>>(['平台信息', 'Platform data'], {
      auto: true,
      asText: true,
      free: 'extension',
    }),
    registerState: dict(registerState, ['注册状态', 'Registration'], { auto: true, filter: 'exact' }),
    tenantName: text(['租户名称', 'Tenant'], { computed: true, wire: true }),
    mustChange: flag(['须改密码', 'Must change the password'], { auto: true }),
    unjudged: flag(['密码未经评判', 'Password strength not checked'], { auto: true }),
  },
  groups: [
    { label: ['账号', 'Account'], fields: ['account', 'realName', 'name', 'code', 'userType'] },
    { label: ['职责', 'Duties'], fields: ['roleId', 'deptId', 'postId'] },
    { label: ['联系与资料', 'Contact'], fields: ['phone', 'email', 'sex', 'birthday', 'avatar'] },
  ],
  canBeDisabled: true,
  buttons: { viewAs: { label: ['以其身份查看', 'View as this user'], roles: ['admin'] } },
  views: {
    waiting: { label: ['待审核注册', 'Awaiting approval'], filter: { registerState: 'pending' }, worry: true },
  },
  card: ['realName', 'account', 'phone', 'deptId', 'roleId'],
  menu: { group: 'system', icon: 'user', path: '/system/user', sort: 10 },
  familyPage: {
    group: 'system',
    code: 'user',
    path: '/system/user',
    buttons: {
      user_role: { action: 'edit', alias: 'role', icon: 'user-add', place: 1 },
      user_reset: {
        action: 'edit',
        alias: 'reset-password',
        icon: 'retweet',
        place: 1,
        path: '/api/blade-system/user/reset-password',
      },
    },
  },
});
