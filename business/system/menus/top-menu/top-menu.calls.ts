import { refs } from '#kernel/fields/refs/refs.ts';
import { call } from '#kernel/language/calls/call.ts';
import { nothing } from '#kernel/language/calls/shape.ts';
import { topMenu } from './top-menu.paper.ts';

export const grantToTopMenus = call(topMenu, 'grant', {
  method: 'POST',
  needs: 'edit',
  title: ['顶部菜单配置', 'Choose the menus of top menus'],
  body: {
    topMenuIds: refs('topMenu', ['顶部菜单', 'Top menus']),
    menuIds: refs('menu', ['菜单', 'Menus'], { max: 5000 }),
  },
  answer: nothing,
});
