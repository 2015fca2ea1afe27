import { ChevronDown } from 'lucide-react';
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { MenuAt } from '#kernel/web/menus/menu-at.tsx';
import { useTopMenus } from '../menu/menus.ts';
import { prefer, usePreferences } from './preferences.ts';

/** Return the number of buttons on the first line; the others wrap below it, out of view. */
function fitting(row: HTMLElement): number {
  const buttons = [...row.children] as HTMLElement[];
  const wrapped = buttons.findIndex((one) => one.offsetTop > buttons[0].offsetTop);
  return wrapped < 0 ? buttons.length : wrapped;
}

/** Return a ref for the row of buttons and the number that fits, updated when widths or texts change. */
function useFitting(words: string): [row: React.RefObject<HTMLDivElement | null>, fits: number] {
  const row = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(Infinity);
  useLayoutEffect(() => {
    const box = row.current;
    if (!box) return;
    const look = (): void => setFits(fitting(box));
    look();
    const watch = new ResizeObserver(look);
    watch.observe(box);
    // A font that loads late changes the widths.
    void document.fonts.ready.then(look);
    return () => watch.disconnect();
  }, [words]);
  return [row, fits];
}

/** The menu of rooms in the top bar. Names are never truncated: a last button opens a list of those that do not fit. */
export function TopMenuBar(): ReactElement {
  const t = useT();
  const { data: menus = [] } = useTopMenus();
  const { topMenu } = usePreferences();
  const all = [{ id: '', label: t(['首页', 'Home']) }, ...menus];
  const [row, fits] = useFitting(all.map(({ label }) => label).join('\n'));
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const more = all.slice(fits);
  const chosen = more.find(({ id }) => id === topMenu);
  return (
    <nav className="top-menu" aria-label={t(['顶部菜单', 'Top menu'])}>
      <div ref={row}>
        {all.map(({ id, label }, at) => (
          <button
            key={id}
            type="button"
            aria-current={id === topMenu ? 'true' : undefined}
            data-wrapped={at >= fits}
            onClick={() => prefer({ topMenu: id })}
          >
            {label}
          </button>
        ))}
      </div>
      <button
        type="button"
        className="top-menu-more"
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        aria-current={chosen ? 'true' : undefined}
        aria-label={chosen && t([`${chosen.label}，更多`, `${chosen.label}, more`])}
        hidden={more.length === 0}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setMenu({ x: left, y: bottom + 4 });
        }}
      >
        {chosen?.label ?? t(['更多', 'More'])} <ChevronDown size={14} aria-hidden />
      </button>
      {menu && (
        <MenuAt
          {...menu}
          items={more.map(({ id, label }) => ({ key: id, label, run: () => prefer({ topMenu: id }) }))}
          label={t(['更多', 'More'])}
          onClose={() => setMenu(null)}
        />
      )}
    </nav>
  );
}
