import { Ellipsis } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { ask } from '../../dialogs/ask.tsx';
import { MenuAt, type MenuItem } from '../../menus/menu-at.tsx';
import type { OwnView } from '../../query/list-settings.ts';
import { toast } from '../../toast/toasts.ts';
import { useT } from '../../words/words.ts';
import { capped } from '../../words/plural.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';
import { RenameViewDialog } from './rename-view-dialog.tsx';
import { keepView, ownKey, removeView, useCounts } from './views.ts';

/** What may be done with a view of one's own that is shown now. */
function ViewTools({ screen, view }: { screen: ListScreenState; view: OwnView }): ReactElement {
  const t = useT();
  const { of, state } = screen;
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const [renaming, setRenaming] = useState(false);
  const isChanged = JSON.stringify(screen.filters) !== JSON.stringify(view.filters);
  const renew = async (): Promise<void> => {
    await keepView(of, { ...view, filters: screen.filters, sort: new URLSearchParams(location.search).get('sort') ?? undefined });
    // The filters are part of the view now, no longer added to it.
    state.change(Object.fromEntries([...Object.keys(state.filters), 'keyword'].map((name) => [name, undefined])));
    toast.good(t(['视图已保存', 'View saved']));
  };
  const remove = async (): Promise<void> => {
    if (!await ask({ title: t([`删除视图“${view.name}”？`, `Delete the view “${view.name}”?`]), text: t(['只删除视图，不影响数据。', 'Only the view goes, no rows.']), yes: t(['删除', 'Delete']), danger: true })) return;
    state.change({ view: undefined });
    await removeView(of, view);
    toast.good(t(['视图已删除', 'View deleted']));
  };
  const items: MenuItem[] = [
    { key: 'rename', label: t(['重命名', 'Rename']), run: () => setRenaming(true) },
    { key: 'renew', label: t(['存入当前条件', 'Keep the present filters']), off: isChanged ? undefined : t(['条件没有变', 'The filters are the same']), run: () => void renew() },
    { key: 'delete', label: t(['删除', 'Delete']), danger: true, rule: true, run: () => void remove() },
  ];
  return (
    <>
      <button type="button" className="icon-button small view-tools" aria-haspopup="menu" aria-label={t([`视图“${view.name}”的操作`, `Actions of the view “${view.name}”`])} onClick={({ currentTarget }) => { const { left, bottom } = currentTarget.getBoundingClientRect(); setMenu({ x: left, y: bottom + 4 }); }}><Ellipsis size={15} aria-hidden /></button>
      {menu && <MenuAt {...menu} items={items} label={t(['视图操作', 'Actions of the view'])} onClose={() => setMenu(null)} />}
      {renaming && <RenameViewDialog of={of} view={view} onClose={() => setRenaming(false)} onRenamed={(name) => { setRenaming(false); state.change({ view: ownKey(name) }, true); }} />}
    </>
  );
}

/** Ready-made and own views of the list, with how many rows wait in each. */
export function ViewChips({ screen }: { screen: ListScreenState }): ReactElement | null {
  const t = useT();
  const counts = useCounts(screen.of);
  if (screen.views.length < 2) return <div className="chips-none" />;
  const own = screen.view?.own;
  return (
    <div className="chips">
      <div className="chips-in" role="tablist" aria-label={t(['视图', 'Views'])}>
        {screen.views.map((view) => {
          const count = view.ready ? counts?.[view.key] : undefined;
          return (
            <button key={view.key} type="button" role="tab" aria-selected={screen.state.view === view.key} className={view.worry && count ? 'worry' : undefined} onClick={() => screen.state.change({ view: view.key || undefined, ...(view.sort ? { sort: view.sort } : {}) })}>
              {t(view.label)}{count !== undefined && <small>{capped(count)}</small>}
            </button>
          );
        })}
      </div>
      {own && <ViewTools key={own.name} screen={screen} view={own} />}
    </div>
  );
}
