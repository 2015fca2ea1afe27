import { id } from '#kernel/fields/ref/ref.ts';
import { roomCall } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  list,
  optional,
  record,
  tree,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';

const below = 'blade-system/menu';

/** A menu or button in the answer to clients. */
const menuRow = record({
  id: anyText,
  parentId: anyText,
  code: anyText,
  name: anyText,
  nameEn: anyText,
  alias: anyText,
  path: anyText,
  source: anyText,
  sort: anyNumber,
  category: anyNumber,
  action: anyNumber,
  isOpen: anyNumber,
  remark: anyText,
  isDeleted: anyNumber,
  /**
   * For our own client only: the name in the reader's language, its pinyin for the search, and whether menus are below
   * it.
   */
  label: optional(anyText),
  pinyin: optional(anyText),
  hasChildren: optional(yesOrNo),
  /** For a page: the fields that the person's data scopes hide. */
  hiddenFields: optional(list(anyText)),
});

export const ownRoutes = roomCall(`${below}/routes`, {
  method: 'GET',
  needs: 'person',
  title: ['当前用户的菜单', 'Menus of the person'],
  query: { topMenuId: id(['顶部菜单', 'Top menu']) },
  answer: tree('ownMenu', menuRow),
});

export const ownButtons = roomCall(`${below}/buttons`, {
  method: 'GET',
  needs: 'person',
  title: ['当前用户的按钮', 'Buttons of the person'],
  answer: tree('ownMenu', menuRow),
});

const topMenuRow = record({
  id: anyText,
  tenantId: anyText,
  code: anyText,
  name: anyText,
  nameEn: anyText,
  source: anyText,
  path: anyText,
  sort: anyNumber,
  /** Does it contain any menu? */ hasMenus: yesOrNo,
});

export const ownTopMenus = roomCall(`${below}/top-menu`, {
  method: 'GET',
  needs: 'person',
  title: ['当前用户的顶部菜单', 'Top menus of the person'],
  answer: list(topMenuRow),
});

/** Always an empty list: the menus define who may open a route. */
export const routesWithRoles = roomCall(`${below}/auth-routes`, {
  method: 'GET',
  needs: 'person',
  title: ['路由与角色', 'Routes and roles'],
  answer: list(anyText),
});

export type MenuRow = AnswerOf<typeof menuRow>;
export type TopMenuRow = AnswerOf<typeof topMenuRow>;
