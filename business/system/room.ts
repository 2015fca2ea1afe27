import type { Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { attachment } from './files/attachment/attachment.paper.ts';
import { apiScope } from './access/api-scope/api-scope.paper.ts';
import { dataScope } from './access/data-scope/data-scope.paper.ts';
import { client } from './clients/client/client.paper.ts';
import { menu } from './menus/menu/menu.paper.ts';
import { topMenu } from './menus/top-menu/top-menu.paper.ts';
import { dept } from './people/dept/dept.paper.ts';
import { jobPost } from './people/post.paper.ts';
import { role } from './people/role/role.paper.ts';
import { user } from './people/user/user.paper.ts';
import { dictPaper } from './settings/dict/dict.paper.ts';
import { dictBiz } from './settings/dict/dict-biz.paper.ts';
import { invariant } from './quality/invariant.paper.ts';
import { param } from './settings/param.paper.ts';
import { paramDefault } from './settings/param-default.paper.ts';
import { regionPaper } from './settings/region/region.paper.ts';
import { tenantPackage } from './tenants/package/tenant-package.paper.ts';
import { tenant } from './tenants/tenant.paper.ts';

/** People, permission and settings. */
export default {
  name: 'system',
  title: ['系统管理', 'System'],
  needs: [],
  load: 'frame',
  topMenu: { code: 'system', label: ['系统管理', 'System'], icon: 'settings', sort: 7 },
  papers: [
    user,
    role,
    dept,
    jobPost,
    menu,
    topMenu,
    dictPaper,
    dictBiz,
    param,
    paramDefault,
    regionPaper,
    tenant,
    tenantPackage,
    client,
    dataScope,
    apiScope,
    attachment,
    invariant,
  ],
  dictionaries: Object.values(dictionaries),
  groups: [{ code: 'system', label: ['系统管理', 'System'], icon: 'settings', sort: 200 }],
  pages: [
    {
      code: 'permission',
      label: ['权限诊断', 'Permission explainer'],
      group: 'system',
      icon: 'stethoscope',
      path: '/authority/permission',
      sort: 62,
      roles: ['admin', 'as_admin'],
    },
  ],
  roles: [
    { alias: 'administrator', label: ['平台管理员', 'Platform administrator'], scope: 'all' },
    { alias: 'admin', label: ['管理员', 'Administrator'], scope: 'all' },
  ],
  parameters: [
    {
      key: 'export.mark',
      label: [
        '导出留名（clear 含明文时，always 每次，never 从不）',
        'Exports name who took them (clear: with personal data in clear, always, never)',
      ],
      initial: 'clear',
    },
    {
      key: 'tenant.graceDays',
      label: ['到期后只读天数（平台）', 'Days an expired company may still be read (platform)'],
      initial: '7',
    },
    {
      key: 'login.switchMode',
      label: ['切换部门角色（on 开，off 关）', 'Work in one role and department at a time (on, off)'],
      initial: 'off',
    },
    {
      key: 'login.secondFactor',
      label: ['二次验证（optional 自愿，required 必须）', 'Second factor at login (optional, required)'],
      initial: 'optional',
    },
    {
      key: 'login.md5Change',
      label: [
        '以 md5 提交的新密码（on 接受并在下次登录时要求更换，off 拒绝）',
        'New passwords that come as md5 (on: taken, and changed at the next login; off: refused)',
      ],
      initial: 'on',
    },
    {
      key: 'password.leastLength',
      label: ['密码最短长度（8 至 64）', 'Minimum length of passwords (8 to 64)'],
      initial: '8',
    },
    {
      key: 'password.kinds',
      label: [
        '密码字符种类（大写、小写、数字、符号中至少几种，2 至 4）',
        'Kinds of signs in passwords (2 to 4 of capitals, small letters, digits, signs)',
      ],
      initial: '2',
    },
    {
      key: 'password.former',
      label: ['不得重复最近几次密码（0 至 24）', 'Former passwords not to be used again (0 to 24)'],
      initial: '0',
    },
    {
      key: 'password.days',
      label: [
        '密码有效天数（到期登录须更换，0 不限）',
        'Days a password holds (then it is changed at the next login, 0: for ever)',
      ],
      initial: '0',
    },
    {
      key: 'web.firstPage',
      label: ['首页地址（留空为工作台，如 /wel/dashboard）', 'First page (empty: the workbench; e.g. /wel/dashboard)'],
      initial: '',
    },
    {
      key: 'web.quietCodes',
      label: ['不弹提示的状态码（逗号分隔）', 'Status codes that are not shown as messages (comma list)'],
      initial: '',
    },
    {
      key: 'privacy.numberSearches',
      label: [
        '无查看明文权限者按完整号码查询的每小时上限',
        'Searches an hour by a whole number, of who may not read it in clear',
      ],
      initial: '30',
    },
    {
      key: 'privacy.numberMisses',
      label: ['查不到的完整号码的每小时上限', 'Searches an hour for whole numbers that nobody has'],
      initial: '200',
    },
    { key: 'account.initPassword', label: ['重置密码方式', 'How passwords are reset'], initial: 'generated' },
  ],
} satisfies Room;
