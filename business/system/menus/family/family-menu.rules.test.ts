import { describe, expect, test } from 'vitest';
import { FAMILY_CLIENTS, type FamilyClient } from '#kernel/language/rooms/family-page.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { MenuRow } from '../own-menus.calls.ts';
import { familyIcon } from './family-icons.rules.ts';
import { type FamilyMenus, familyButtons, familyRoutes } from './family-menu.rules.ts';
import { generationOf } from './generation.rules.ts';

const papers = [
  {
    table: 'sys_user',
    path: 'blade-system/user',
    familyPage: {
      group: 'system',
      code: 'user',
      path: '/system/user',
      offers: ['add', 'delete'],
      buttons: { user_reset: { action: 'reset', alias: 'reset', icon: 'key', place: 1 } },
    },
  },
  {
    table: 'sys_log',
    path: 'blade-log/usual',
    familyPage: { group: 'log', code: 'log_usual', path: '/monitor/log/usual', missingIn: ['swordReact'] },
  },
] as unknown as AnyPaper[];
const menus = (client: FamilyClient = 'saberVue3'): FamilyMenus => ({
  papers,
  planned: new Set([
    'sys_user',
    'sys_log',
    'other',
    'sys_user_add',
    'sys_user_delete',
    'sys_user_reset',
    'sys_user_edit',
  ]),
  client,
});

const row = (id: string, code: string, more: Partial<MenuRow> = {}): MenuRow => ({
  id,
  parentId: '0',
  code,
  name: code,
  nameEn: code,
  alias: '',
  path: `/${code}`,
  source: 'user',
  sort: 1,
  category: 1,
  action: 0,
  isOpen: 1,
  remark: '',
  isDeleted: 0,
  ...more,
});
const button = (id: string, code: string, parentId: string): MenuRow =>
  row(id, code, { category: 2, parentId, path: '' });
const pages = [row('100', 'sys_user'), row('101', 'sys_log')];
const paths = (rows: readonly MenuRow[]): string[] => rows.map((one) => one.path);

describe('老客户端的菜单 menus of published clients', () => {
  test('只有被授予且该客户端有的页面，连同它们的组 shows granted pages that the client has, with their groups', () => {
    expect(paths(familyRoutes(pages, menus()))).toEqual([
      '/system',
      '/monitor',
      '/monitor/log',
      '/system/user',
      '/monitor/log/usual',
    ]);
    expect(paths(familyRoutes(pages, menus('swordReact')))).toEqual(['/system', '/system/user']);
    expect(paths(familyRoutes([row('7', 'other')], menus()))).toEqual([]);
  });

  test('每一项都挂在菜单里有的一项下面，编号不重复 every entry has an existing parent', () => {
    for (const client of FAMILY_CLIENTS) {
      const rows = familyRoutes([...pages, row('200', 'by_hand')], menus(client));
      const ids = rows.map((one) => one.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(rows.filter((one) => one.parentId !== '0' && !ids.includes(one.parentId))).toEqual([]);
    }
  });

  test('手工加的照样显示，但不与已有的页面和组争地址 entries added by hand show, except at the path of a page', () => {
    const own = [
      row('200', 'by_hand', { path: '/garden' }),
      row('201', 'folder', { path: '' }),
      row('202', 'below', { parentId: '201' }),
      row('203', 'empty', { path: '' }),
      row('204', 'double', { path: '/system/user' }),
      row('205', 'below_double', { parentId: '204' }),
    ];
    const shown = familyRoutes([...pages, ...own], menus()).map((one) => one.code);
    expect(shown).toEqual(expect.arrayContaining(['by_hand', 'folder', 'below']));
    for (const code of ['empty', 'double', 'below_double']) expect(shown).not.toContain(code);
  });
});

describe('老客户端的按钮 buttons of published clients', () => {
  const buttons = (...codes: string[]) =>
    familyButtons([...pages, ...codes.map((code, at) => button(String(300 + at), code, '100'))], menus());

  test('有权的按钮换成客户端的叫法；该页面没有的按钮不给 a granted button has the client’s name', () => {
    const rows = buttons('sys_user_add', 'sys_user_edit', 'sys_user_reset', 'sys_user_delete');
    expect(rows.map((one) => [one.code, one.parentId, one.path])).toEqual([
      ['user', '0', '/system/user'],
      ['user_add', '100', '/system/user/add'],
      ['user_delete', '100', '/api/blade-system/user/remove'],
      ['user_reset', '100', '/system/user/reset'],
    ]);
  });

  test('一个按钮也没有的页面不出现：客户端会把它当成按钮 a page without a button is left out', () => {
    expect(buttons('sys_user_edit')).toEqual([]);
  });

  test('手工加的按钮连同它的页面 buttons added by hand come with their page', () => {
    const rows = familyButtons(
      [row('200', 'garden', { parentId: '9' }), button('300', 'garden_water', '200'), row('201', 'bare')],
      menus(),
    );
    expect(rows.map((one) => [one.code, one.parentId])).toEqual([
      ['garden', '0'],
      ['garden_water', '200'],
    ]);
  });
});

test('是哪一代 Saber 由它的令牌饼干说，没有饼干看地址 the token’s cookie decides the generation, else the address', () => {
  const clientOf = (cookies: string, address: string, authorization = 'Bearer t1'): FamilyClient =>
    generationOf({ authorization, cookies, address });
  expect(clientOf('a=1; saber-access-token=t1', '/blade-system/menu/routes')).toBe('saberVue2');
  expect(clientOf('saber3-access-token=t1;saber-access-token=old', '/api/blade-system/menu/routes')).toBe('saberVue3');
  // A cookie with another token than the request is ignored.
  expect(clientOf('saber3-access-token=old', '/api/blade-system/menu/routes')).toBe('saberVue2');
  expect([clientOf('', '/api/blade-system/menu/routes'), clientOf('', '/blade-system/menu/routes')]).toEqual([
    'saberVue2',
    'saberVue3',
  ]);
});

test('图标换成各客户端画得出的名字，不认识的用菜单图标 an icon becomes one that the client draws', () => {
  expect([familyIcon('user', 'saberVue2'), familyIcon('user', 'swordReact')]).toEqual(['iconfont icon-yonghu', 'user']);
  expect([familyIcon('toString', 'saberVue3'), familyIcon('', 'swordReact')]).toEqual(['iconfont icon-caidan', 'menu']);
  // Sword cannot draw a class of Saber's font, and gets the menu icon.
  const own = 'iconfont icon-own';
  expect([familyIcon(own, 'saberVue3'), familyIcon(own, 'swordReact')]).toEqual([own, 'menu']);
});
