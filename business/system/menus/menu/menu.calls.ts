import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { type CallAnswer, call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  type Nested,
  anyNumber,
  anyText,
  list,
  nullable,
  of,
  record,
  tree,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { menu } from './menu.paper.ts';

/** A menu with the labels of its dictionary values, as in the list of the paper. */
const wordedMenu = of(
  menu,
  [
    'id',
    'parentId',
    'code',
    'name',
    'nameEn',
    'path',
    'source',
    'sort',
    'category',
    'alias',
    'action',
    'isOpen',
    'remark',
    'isDeleted',
  ],
  {
    parentName: anyText,
    parentNameEn: anyText,
    categoryName: anyText,
    actionName: anyText,
    isOpenName: anyText,
    hasChildren: yesOrNo,
  },
);

const listAt = (path: string) =>
  call(menu, path, {
    method: 'GET',
    needs: 'person',
    title: ['菜单（不含按钮）', 'Menus without buttons'],
    query: {
      parentId: id(['上级菜单', 'Parent']),
      name: text(['菜单名称', 'Name']),
      code: text(['菜单编号', 'Code']),
    },
    answer: tree('wordedMenu', wordedMenu),
  });

/** Returns menus without buttons as a tree. */
export const menuTree = listAt('menu-list');
/** Returns menus of one level, or those that match a search. */
export const menuLevel = listAt('lazy-menu-list');

export const meaningOfMenus = call(menu, 'meaning', {
  method: 'GET',
  needs: 'edit',
  title: ['改动影响谁', 'Whom a change reaches'],
  query: { ids: refs('menu', ['菜单', 'Menus']) },
  answer: record({
    /** Number of menus and buttons below the requested ones. */ below: anyNumber,
    /** The first names of each kind; `counts` has the totals. */
    roles: list(anyText),
    topMenus: list(anyText),
    packages: list(anyText),
    counts: record({ below: anyNumber, roles: anyNumber, topMenus: anyNumber, packages: anyNumber }),
  }),
});

/** A node of a tree to tick: a menu, a button or a scope. */
const grantNode = of(menu, ['id', 'parentId', 'code', 'category', 'path', 'source'], {
  title: anyText,
  titleEn: nullable(anyText),
  key: anyText,
  value: anyText,
});

const treesAt = (path: string, title: readonly [string, string]) =>
  call(menu, path, {
    method: 'GET',
    needs: 'person',
    title,
    answer: record({
      menu: tree('grantNode', grantNode),
      dataScope: tree('grantNode', grantNode),
      apiScope: tree('grantNode', grantNode),
    }),
  });

export const grantTree = treesAt('grant-tree', ['授权树', 'Grant tree']);
export const grantTopTree = treesAt('grant-top-tree', ['顶部菜单授权树', 'Grant tree of top menus']);

export const keysOfRoles = call(menu, 'role-tree-keys', {
  method: 'GET',
  needs: 'person',
  title: ['角色已授权', 'What roles were granted'],
  query: { roleIds: refs('role', ['角色', 'Roles']) },
  answer: record({ menu: list(anyText), dataScope: list(anyText), apiScope: list(anyText) }),
});

export const keysOfTopMenus = call(menu, 'top-tree-keys', {
  method: 'GET',
  needs: 'person',
  title: ['顶部菜单已配置', 'What top menus show'],
  query: { topMenuIds: refs('topMenu', ['顶部菜单', 'Top menus']) },
  answer: record({ menu: list(anyText) }),
});

export type WordedMenu = AnswerOf<typeof wordedMenu>;
export type GrantNode = AnswerOf<typeof grantNode>;
export type MenuMeaning = CallAnswer<typeof meaningOfMenus>;
export type MenuNode = Nested<GrantNode>;
