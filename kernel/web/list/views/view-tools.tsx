import { Ellipsis } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { ask } from '../../dialogs/ask.tsx';
import { copyText } from '../../i18n/copy-text.ts';
import { useT } from '../../i18n/words.ts';
import { MenuAt, type MenuItem } from '../../menus/menu-at.tsx';
import type { OwnView } from '../../query/list-settings.ts';
import { toast } from '../../toast/toasts.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';
import { RenameViewDialog } from './rename-view-dialog.tsx';
import { AS_TABLE, keyOfView, linkOf, removeView, storeView, tabNamed } from './views.ts';

/** Copy a link to the present list. */
export function useCopyLink(screen: ListScreenState): () => void {
  const { state, view } = screen;
  return () =>
    void copyText(
      linkOf(view, {
        keyword: state.keyword,
        filters: state.filters,
        sort: new URLSearchParams(location.search).get('sort') ?? undefined,
        as: state.as,
        group: state.group,
      }),
      [
        '链接已复制，打开的人看到同样的条件和他自己能看的行',
        'Link copied: it shows the same conditions, and the rows its reader may see',
      ],
    );
}

/** The menu of the chosen view. */
export function ViewTools({ screen, view }: { screen: ListScreenState; view: OwnView }): ReactElement {
  const t = useT();
  const { of, state } = screen;
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const [renaming, setRenaming] = useState(false);
  // Only people with the right to share may change a shared view.
  const mayChange = !view.shared || screen.stored.mayShare === true;
  const isChanged = JSON.stringify(screen.filters) !== JSON.stringify(view.filters);
  const renew = async (): Promise<void> => {
    await storeView(of, {
      ...view,
      filters: screen.filters,
      sort: new URLSearchParams(location.search).get('sort') ?? undefined,
      as: state.as || AS_TABLE,
      group: state.group || undefined,
    });
    // Remove the filters from the address, because the saved view contains them now.
    state.change(Object.fromEntries([...Object.keys(state.filters), 'keyword'].map((name) => [name, undefined])));
    toast.good(t(['视图已保存', 'View saved']));
  };
  const remove = async (): Promise<void> => {
    if (
      !(await ask({
        title: t([`删除视图“${view.name}”？`, `Delete the view “${view.name}”?`]),
        text: t(['只删除视图，不影响数据。', 'Only the view goes, no rows.']),
        yes: t(['删除', 'Delete']),
        danger: true,
      }))
    )
      return;
    state.change({ view: undefined });
    await removeView(of, view);
    toast.good(t(['视图已删除', 'View deleted']));
  };
  const key = keyOfView(view);
  const copyLink = useCopyLink(screen);
  const isFirst = tabNamed(screen.views, screen.settings.firstView ?? '')?.key === key;
  const beginning: MenuItem = {
    key: 'first',
    label: isFirst ? t(['不再作为默认', 'Begin with all rows']) : t(['设为我的默认视图', 'Begin with this view']),
    run: () => {
      screen.keep({ firstView: isFirst ? '' : key });
      toast.good(t(['已保存', 'Saved']));
    },
  };
  const forOthers: MenuItem = {
    key: 'firstForAll',
    label: view.first
      ? t(['取消对他们的默认', 'No longer their first view'])
      : view.shared === 'role'
        ? t([`设为“${view.roleName}”的默认视图`, `First view of “${view.roleName}”`])
        : t(['设为全公司的默认视图', 'First view of the company']),
    run: () => void storeView(of, { ...view, first: !view.first }).then(() => toast.good(t(['已保存', 'Saved']))),
  };
  const linking: MenuItem = { key: 'link', label: t(['复制链接', 'Copy a link']), run: copyLink };
  const items: MenuItem[] = !mayChange
    ? [linking, beginning]
    : [
        linking,
        beginning,
        ...(view.shared ? [forOthers] : []),
        { key: 'rename', label: t(['重命名', 'Rename']), run: () => setRenaming(true) },
        {
          key: 'renew',
          label: t(['存入当前条件', 'Keep the present filters']),
          off: isChanged ? undefined : t(['条件没有变', 'The filters are the same']),
          run: () => void renew(),
        },
        { key: 'delete', label: t(['删除', 'Delete']), danger: true, rule: true, run: () => void remove() },
      ];
  return (
    <>
      <button
        type="button"
        className="icon-button small view-tools"
        aria-haspopup="menu"
        aria-label={t([`视图“${view.name}”的操作`, `Actions of the view “${view.name}”`])}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setMenu({ x: left, y: bottom + 4 });
        }}
      >
        <Ellipsis size={15} aria-hidden />
      </button>
      {menu && (
        <MenuAt {...menu} items={items} label={t(['视图操作', 'Actions of the view'])} onClose={() => setMenu(null)} />
      )}
      {renaming && (
        <RenameViewDialog
          of={of}
          view={view}
          onClose={() => setRenaming(false)}
          onRenamed={(name) => {
            setRenaming(false);
            state.change({ view: keyOfView({ ...view, name }) }, true);
          }}
        />
      )}
    </>
  );
}
