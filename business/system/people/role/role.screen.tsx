import type { ReactElement } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { role } from './role.paper.ts';

const MenuChoice = withControls(() => import('../../menus/menu-choice.view.tsx').then((module) => module.MenuChoice));

function Grants({ row }: { row: Row<typeof role> }): ReactElement {
  const t = useT();
  return (
    <MenuChoice
      withButtons
      parts={['menu', 'dataScope', 'apiScope']}
      hint={t([
        '勾选这个角色能进入的页面和能按的按钮。保存后，已登录的人从下一次操作起就按新的权限。',
        'Tick the pages this role enters and the buttons it may press. Once saved it holds from the next click of whoever is logged in.',
      ])}
      calls={{
        tree: 'blade-system/menu/grant-tree',
        keys: 'blade-system/menu/role-tree-keys',
        keysQuery: { roleIds: row.id },
        save: 'blade-system/role/grant',
        copy: { paper: 'role', label: ['从其他角色复制', 'Copy from another role'], query: (id) => ({ roleIds: id }) },
        body: (ticked) => ({
          roleIds: [row.id],
          menuIds: ticked.menu ?? [],
          dataScopeIds: ticked.dataScope ?? [],
          apiScopeIds: ticked.apiScope ?? [],
        }),
      }}
    />
  );
}

export default screen(role, { detailTabs: [{ key: 'grants', label: ['授权', 'Grants'], Content: Grants }] });
