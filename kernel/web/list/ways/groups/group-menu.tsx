import { Group as GroupSign } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../i18n/words.ts';
import { MenuAt, type MenuItem } from '../../../menus/menu-at.tsx';
import type { ListScreenState } from '../../state/use-list-screen.ts';
import { groupChoices } from './use-groups.ts';

/** The menu that chooses the field by which rows are grouped. Hidden if there is no such field. */
export function GroupMenu({ screen }: { screen: ListScreenState }): ReactElement | null {
  const t = useT();
  const { of, state } = screen;
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const choices = groupChoices(of);
  if (choices.length === 0) return null;
  const items: MenuItem[] = [
    ...choices.map(([key, label]) => ({
      key,
      label: <span aria-current={state.group === key ? 'true' : undefined}>{t(label)}</span>,
      run: () => state.change({ group: key, open: undefined, as: undefined }),
    })),
    ...(state.group
      ? [
          {
            key: '',
            label: t(['不分组', 'Do not group']),
            rule: true,
            run: () => state.change({ group: undefined, open: undefined }),
          },
        ]
      : []),
  ];
  return (
    <>
      <button
        type="button"
        className="button plain"
        aria-haspopup="menu"
        aria-pressed={state.group !== ''}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setMenu({ x: left, y: bottom + 4 });
        }}
      >
        <GroupSign size={16} aria-hidden />
        {t(['分组', 'Group'])}
      </button>
      {menu && <MenuAt {...menu} items={items} label={t(['按什么分组', 'Group by'])} onClose={() => setMenu(null)} />}
    </>
  );
}
