import type { ReactElement } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { grantTopTree, keysOfTopMenus } from '../menu/menu.calls.ts';
import { grantToTopMenus } from './top-menu.calls.ts';
import { topMenu } from './top-menu.paper.ts';

const MenuChoice = withControls(() => import('../menu-choice.view.tsx').then((module) => module.MenuChoice));

function Menus({ row }: { row: Row<typeof topMenu> }): ReactElement {
  const t = useT();
  return (
    <MenuChoice
      withButtons={false}
      hint={t([
        '勾选点开这个顶部菜单后左侧显示的页面。',
        'Tick the pages that stand on the left when this top menu is open.',
      ])}
      calls={{
        tree: grantTopTree,
        paper: topMenu.name,
        id: row.id,
        read: (id) => askCall(keysOfTopMenus, { topMenuIds: [id] }),
        save: (id, { menu = [] }) => askCall(grantToTopMenus, { topMenuIds: [id], menuIds: [...menu] }),
        copy: ['从其他顶部菜单复制', 'Copy from another top menu'],
      }}
    />
  );
}

export default screen(topMenu, { detailTabs: [{ key: 'menus', label: ['菜单', 'Menus'], Content: Menus }] });
