import { Plus, Users } from 'lucide-react';
import { type ReactElement, memo, useState } from 'react';
import { MenuAt, type MenuItem } from '../../menus/menu-at.tsx';
import { useT } from '../../i18n/words.ts';
import { isHiddenFilter } from '../../query/list-query.ts';
import { capped } from '../../i18n/plural.ts';
import type { ListState } from '../state/list-state.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';
import { ViewTools, useCopyLink } from './view-tools.tsx';
import { type ViewTab, chosenView, useCounts } from './views.ts';

interface RowProps {
  readonly views: readonly ViewTab[];
  readonly counts: ReturnType<typeof useCounts>;
  readonly current: string;
  readonly change: ListState['change'];
}

const ChipRow = memo(function ChipRow({ views, counts, current, change }: RowProps): ReactElement {
  const t = useT();
  return (
    <div className="chips-in" role="tablist" aria-label={t(['视图', 'Views'])}>
      {views.map((view) => {
        const count = view.ready ? counts?.[view.key] : undefined;
        return (
          <button
            key={view.key}
            type="button"
            role="tab"
            aria-selected={current === view.key}
            className={view.worry && count ? 'worry' : undefined}
            onClick={() => change(chosenView(view))}
          >
            {view.own?.shared && (
              <Users
                size={13}
                aria-label={
                  view.own.shared === 'role'
                    ? t([`角色视图：${view.own.roleName}`, `View of the role ${view.own.roleName}`])
                    : t(['全公司视图', 'View of the company'])
                }
              />
            )}
            {t(view.label)}
            {count !== undefined && <small>{capped(count)}</small>}
          </button>
        );
      })}
    </div>
  );
});

/**
 * Count the filters by fields that the reader cannot see. The list ignores them, so it shows more rows than the view's
 * author sees.
 */
function lostFilters({ of, state, view }: ListScreenState): number {
  return Object.keys({ ...view?.filters, ...state.filters }).filter((key) => isHiddenFilter(of, key)).length;
}

/** The button that saves the present filters as a view, or copies a link to them. */
function AddView({ screen }: { screen: ListScreenState }): ReactElement {
  const t = useT();
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const copyLink = useCopyLink(screen);
  const items: MenuItem[] = [
    {
      key: 'save',
      label: t(['把现在的条件存为视图…', 'Save these conditions as a view…']),
      run: () => screen.show('view'),
    },
    { key: 'link', label: t(['复制链接发给同事', 'Copy a link for others']), run: copyLink },
  ];
  return (
    <>
      <button
        type="button"
        className="view-add"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setMenu({ x: left, y: bottom + 4 });
        }}
      >
        <Plus size={14} aria-hidden />
        {t(['视图', 'View'])}
      </button>
      {menu && <MenuAt {...menu} items={items} label={t(['视图', 'Views'])} onClose={() => setMenu(null)} />}
    </>
  );
}

/** The views as chips, each with its number of rows, and the button that adds one. */
export function ViewChips({ screen }: { screen: ListScreenState }): ReactElement {
  const t = useT();
  const counts = useCounts(screen.of);
  const lost = lostFilters(screen);
  const own = screen.view?.own;
  return (
    <div className="chips">
      <ChipRow
        views={screen.views}
        counts={counts}
        current={screen.view?.key ?? screen.state.view}
        change={screen.state.change}
      />
      {own && <ViewTools key={own.id ?? own.name} screen={screen} view={own} />}
      <AddView screen={screen} />
      {lost > 0 && (
        <span className="view-lost" role="status">
          {t([
            `有 ${lost} 个条件用的是你看不到的字段，没有起作用，行可能比视图原来的多`,
            `${lost} of the conditions use fields you may not see; they do nothing, so there may be more rows than the view means`,
          ])}
        </span>
      )}
    </div>
  );
}
