import { type ReactElement, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { get } from '#kernel/web/http/http.ts';
import { MenuAt, type MenuItem } from '#kernel/web/menus/menu-at.tsx';
import { queryClient } from '#kernel/web/query/client.ts';
import { endSession, useSession } from '#kernel/web/session/session.ts';
import { firstPage, useTabs } from '#kernel/web/tabs/tabs.ts';
import { useMe } from '../frame/use-me.ts';
import { SwitchDialog } from './switch-dialog.tsx';
import { portrait } from '#kernel/web/i18n/portrait.tsx';
import { useT } from '#kernel/web/i18n/words.ts';

const LONGEST_WAIT_MS = 2000;

/** Wait at most two seconds for requests under way: after the logout the server would refuse them. */
function settled(): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS;
  return new Promise((resolve) => {
    const look = (): void => {
      if (queryClient.isFetching() === 0 || performance.now() > end) resolve();
      else setTimeout(look, 50);
    };
    look();
  });
}

async function leave(): Promise<void> {
  await settled();
  await get('blade-auth/oauth/logout', {}, { quiet: true }).catch(() => undefined);
  endSession();
}

/** When the frame is removed at logout, clear cached data and tabs: the next person must not see them. */
function useForgetAtEnd(): void {
  useEffect(
    () => () => {
      queryClient.clear();
      useTabs.setState({ tabs: [{ path: firstPage(), search: '' }], recent: [], dirty: new Set() });
    },
    [],
  );
}

/** The logged-in person, with links to personal pages and the logout. */
export function PersonMenu(): ReactElement | null {
  const t = useT();
  const navigate = useNavigate();
  const person = useSession((state) => state.session);
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const { data: me } = useMe();
  const [switching, setSwitching] = useState(false);
  useForgetAtEnd();
  if (!person) return null;
  const items: MenuItem[] = [
    { key: 'home', label: t(['工作台', 'Workbench']), run: () => void navigate(firstPage()) },
    { key: 'info', label: t(['个人信息', 'Personal info']), run: () => void navigate('/info/index') },
    ...(me?.switchMode
      ? [{ key: 'switch', label: t(['切换部门角色', 'Switch department and role']), run: () => setSwitching(true) }]
      : []),
    { key: 'out', label: t(['退出登录', 'Log out']), rule: true, run: () => void leave() },
  ];
  return (
    <>
      <button
        type="button"
        className="person"
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={({ currentTarget }) => {
          const { right, bottom } = currentTarget.getBoundingClientRect();
          setMenu({ x: right, y: bottom + 4 });
        }}
      >
        {portrait(person.name, person.avatar, '')}
        <span className="person-name">{person.name}</span>
      </button>
      {menu && <MenuAt {...menu} items={items} label={person.name} onClose={() => setMenu(null)} />}
      {switching && <SwitchDialog onClose={() => setSwitching(false)} />}
    </>
  );
}
