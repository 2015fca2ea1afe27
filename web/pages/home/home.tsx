import { ArrowLeft, ArrowRight, EyeOff, GripVertical } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { restoreFocus } from '#kernel/web/shortcuts/restore-focus.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { hasLoadedLaterRooms, loadLaterRooms, useAllPapers } from '#kernel/web/registry/papers.ts';
import { HOME, useTabPath } from '#kernel/web/tabs/tabs.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type MenuEntry, leavesOf, useMenus } from '../../shell/menu/menus.ts';
import { type HomeLayout, arranged, storeLayout, movedBefore, useLayout } from './layout.ts';
import { Newest, WaitingTile } from './tiles.tsx';
import '../pages.css';

/** The papers with something for this person: what is his alone first, then what waits in views. */
function useTiles(menus: readonly MenuEntry[]): AnyPaper[] {
  const open = new Set(leavesOf(menus).map((menu) => menu.path));
  const papers = useAllPapers().filter((of) => of.menu && open.has(of.menu.path));
  const isOwn = (of: AnyPaper): boolean => of.sight === 'personal';
  return [...papers.filter(isOwn), ...papers.filter((of) => of.views && !isOwn(of))];
}

/** All rooms are known, or cannot be had now: a tile that came late would push the others away from under the finger. */
function useRoomsKnown(): boolean {
  const [known, setKnown] = useState(() => !hasLoadedLaterRooms());
  useEffect(() => {
    if (!known)
      void loadLaterRooms()
        .catch(() => {})
        .then(() => setKnown(true));
  }, [known]);
  return known;
}

/** The tiles: dragged, or moved by their buttons; where they stand is kept. */
function Tiles({
  of,
  layout,
  arranging,
}: {
  of: readonly AnyPaper[];
  layout: HomeLayout;
  arranging: boolean;
}): ReactElement {
  const t = useT();
  const [said, say] = useState('');
  const [over, setOver] = useState('');
  const shown = arranged(
    of.map((one) => one.name),
    layout,
  );
  const keep = (order: readonly string[], hidden = layout.hidden): void => storeLayout({ order, hidden });
  const named = (name: string): AnyPaper => of.find((one) => one.name === name)!;
  const step = (name: string, by: -1 | 1, pressed: Element): void => {
    restoreFocus(pressed.parentElement);
    const at = shown.indexOf(name) + by;
    const rest = shown.filter((one) => one !== name);
    keep([...rest.slice(0, at), name, ...rest.slice(at)]);
    say(t([`${named(name).title[0]}移到第 ${at + 1} 位`, `${named(name).title[1]} is number ${at + 1} now`]));
  };
  const drop = (name: string, before: string): void => {
    setOver('');
    if (name !== before && shown.includes(name)) keep(movedBefore(shown, name, before));
  };
  const away = of.filter((one) => layout.hidden.includes(one.name));
  return (
    <>
      <div className="home-cards" data-arranging={arranging}>
        {shown.map((name, at) => {
          const paper = named(name);
          const title = t(paper.title);
          return (
            <section
              key={name}
              className="home-card"
              data-tile={name}
              data-over={over === name}
              draggable={arranging}
              onDragStart={(event) => event.dataTransfer.setData('text/plain', name)}
              onDragOver={(event) => {
                if (arranging) {
                  event.preventDefault();
                  setOver(name);
                }
              }}
              onDragLeave={() => setOver('')}
              onDrop={(event) => {
                event.preventDefault();
                drop(event.dataTransfer.getData('text/plain'), name);
              }}
            >
              {arranging && (
                <div className="home-tools">
                  <GripVertical size={15} aria-hidden />
                  <span className="spring" />
                  <button
                    type="button"
                    className="icon-button small"
                    disabled={at === 0}
                    aria-label={t([`${title}前移`, `Move ${title} forward`])}
                    onClick={({ currentTarget }) => step(name, -1, currentTarget)}
                  >
                    <ArrowLeft size={14} aria-hidden />
                  </button>
                  <button
                    type="button"
                    className="icon-button small"
                    disabled={at === shown.length - 1}
                    aria-label={t([`${title}后移`, `Move ${title} back`])}
                    onClick={({ currentTarget }) => step(name, 1, currentTarget)}
                  >
                    <ArrowRight size={14} aria-hidden />
                  </button>
                  <button
                    type="button"
                    className="icon-button small"
                    aria-label={t([`不显示${title}`, `Put ${title} away`])}
                    onClick={({ currentTarget }) => {
                      const card = currentTarget.closest('.home-card');
                      restoreFocus(card?.nextElementSibling, card?.previousElementSibling);
                      keep(shown, [...layout.hidden, name]);
                    }}
                  >
                    <EyeOff size={14} aria-hidden />
                  </button>
                </div>
              )}
              {paper.views ? <WaitingTile of={paper} /> : <Newest of={paper} />}
            </section>
          );
        })}
      </div>
      {arranging && away.length > 0 && (
        <p className="home-away">
          {t(['未显示：', 'Put away: '])}
          {away.map((one) => (
            <button
              key={one.name}
              type="button"
              className="choice"
              onClick={({ currentTarget }) => {
                restoreFocus(
                  currentTarget.nextElementSibling,
                  document.querySelector('.page:not([hidden]) .home-cards'),
                );
                keep(
                  [...shown, one.name],
                  layout.hidden.filter((name) => name !== one.name),
                );
              }}
            >
              {t([`显示${one.title[0]}`, `Show ${one.title[1]}`])}
            </button>
          ))}{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              restoreFocus(document.querySelector('.page:not([hidden]) .home-cards'));
              storeLayout({ order: [], hidden: [] });
            }}
          >
            {t(['恢复默认', 'Reset'])}
          </button>
        </p>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}

/** The console, and the first page of a person whose role has no workbench of its own: what waits, counted, and the way to everything else. */
export default function HomePage(): ReactElement {
  const t = useT();
  const { data: menus = [] } = useMenus();
  const tiles = useTiles(menus);
  const layout = useLayout();
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
        <Tiles of={tiles} layout={layout} arranging={arranging} />
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
