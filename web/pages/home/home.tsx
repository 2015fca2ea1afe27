import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { areLaterRoomsMissing, loadLaterRooms, useAllPapers } from '#kernel/web/registry/papers.ts';
import { HOME, useTabPath } from '#kernel/web/tabs/tabs.ts';
import { storeLayout, useLayout } from '#kernel/web/tabs/tiles/layout.ts';
import { Tiles } from '#kernel/web/tabs/tiles/tiles.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { type MenuEntry, leavesOf, useMenus } from '../../shell/menu/menus.ts';
import { Newest, WaitingTile } from './tiles.tsx';
import '../pages.css';

/** Return the papers with a tile: first personal papers, then papers with views, if the person's menu has them. */
function useTiles(menus: readonly MenuEntry[]): AnyPaper[] {
  const open = new Set(leavesOf(menus).map((menu) => menu.path));
  const papers = useAllPapers().filter((of) => of.menu && open.has(of.menu.path));
  const isOwn = (of: AnyPaper): boolean => of.sight === 'personal';
  return [...papers.filter(isOwn), ...papers.filter((of) => of.views && !isOwn(of))];
}

/**
 * Return whether all rooms have loaded, or failed to load. The tiles wait for it, since a late one would move the
 * others under the pointer.
 */
function useRoomsKnown(): boolean {
  const [known, setKnown] = useState(() => !areLaterRoomsMissing());
  useEffect(() => {
    if (!known)
      void loadLaterRooms()
        .catch(() => {})
        .then(() => setKnown(true));
  }, [known]);
  return known;
}

/**
 * The home page, and the first page of roles without a workbench: numbers of waiting rows, and links to all other
 * pages.
 */
export default function HomePage(): ReactElement {
  const t = useT();
  const { data: menus = [] } = useMenus();
  const tiles = useTiles(menus);
  const layout = useLayout('home');
  const known = useRoomsKnown();
  const [arranging, arrange] = useState(false);
  const isHome = useTabPath() === HOME;
  return (
    <div className="home">
      <header className="page-head">
        <h1>{isHome ? t(['工作台', 'Workbench']) : t(['控制台', 'Console'])}</h1>
        <span className="spring" />
        {tiles.length > 1 && layout && known && (
          <button
            type="button"
            className={`button${arranging ? ' strong' : ' plain'}`}
            aria-pressed={arranging}
            onClick={() => arrange(!arranging)}
          >
            {arranging ? t(['完成', 'Done']) : t(['整理', 'Arrange'])}
          </button>
        )}
      </header>
      {layout && known ? (
        <Tiles
          of={tiles.map((one) => ({
            key: one.name,
            title: t(one.title),
            content: one.views ? <WaitingTile of={one} /> : <Newest of={one} />,
          }))}
          layout={layout}
          keep={(next) => storeLayout('home', next)}
          arranging={arranging}
          grid="home-cards"
          card="home-card"
        />
      ) : (
        <div className="home-cards" aria-busy>
          {tiles.map((one) => (
            <section key={one.name} className="home-card">
              <h2>
                <i className="skeleton" style={{ width: '50%' }} />
              </h2>
            </section>
          ))}
        </div>
      )}
      <div className="home-menus">
        {menus
          .filter((group) => group.children.length > 0)
          .map((group) => (
            <section key={group.id}>
              <h2>{group.label}</h2>
              <ul>
                {leavesOf(group.children).map((menu) => {
                  const Icon = iconOf(menu.icon);
                  return (
                    <li key={menu.id}>
                      <Link to={menu.path} {...(menu.newWindow && { reloadDocument: true, target: '_blank' })}>
                        <Icon size={16} aria-hidden /> {menu.label}
                      </Link>
                    </li>
                  );
                })}
              </ul>
            </section>
          ))}
      </div>
    </div>
  );
}
