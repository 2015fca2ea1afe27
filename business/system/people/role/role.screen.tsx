import type { ReactElement } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { grantTree, keysOfRoles } from '../../menus/menu/menu.calls.ts';
import { grantToRoles } from './role.calls.ts';
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
        tree: grantTree,
        paper: role.name,
        id: row.id,
        read: (id) => askCall(keysOfRoles, { roleIds: [id] }),
        save: (id, { menu = [], dataScope = [], apiScope = [] }) =>
          askCall(grantToRoles, {
            roleIds: [id],
            menuIds: [...menu],
            dataScopeIds: [...dataScope],
            apiScopeIds: [...apiScope],
          }),
        copy: ['从其他角色复制', 'Copy from another role'],
      }}
    />
  );
}

export default screen(role, { detailTabs: [{ key: 'grants', label: ['授权', 'Grants'], Content: Grants }] });
