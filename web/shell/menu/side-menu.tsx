import { X } from 'lucide-react';
import { type MouseEvent, type ReactElement, Suspense, memo, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { type MenuCounts, menuCounters } from '#kernel/web/registry/screens.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type MenuEntry, bestOf, leavesOf, menusFor, useMenus } from './menus.ts';
import { usePreferences } from '../frame/preferences.ts';

/** Counts above this show as 99+. */
const MAX_SHOWN = 99;

/**
 * A link to a page of the menu. `SideMenu` handles the clicks: as router links, all entries would render at each change
 * of the address.
 */
const Leaf = memo(function Leaf({
  entry,
  isCurrent,
  count,
  worry,
}: {
  entry: MenuEntry;
  isCurrent: boolean;
  count: number;
  worry: boolean;
}): ReactElement {
  const t = useT();
  const Icon = iconOf(entry.icon);
  const inside = (
    <>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span>{entry.label}</span>
      {count > 0 && (
        <b className="menu-waiting" data-worry={worry}>
          <span className="sr-only">{t(['待办 ', 'waiting: '])}</span>
          {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        </b>
      )}
    </>
  );
  // Only pages of this product get an opener, which passes the login on.
  if (entry.newWindow)
    return (
      <a
        className="menu-leaf"
        href={entry.path}
        target="_blank"
        rel={/^https?:/.test(entry.path) ? 'noreferrer' : 'opener'}
        title={entry.label}
      >
        {inside}
      </a>
    );
  return (
    <a
      className={`menu-leaf${isCurrent ? ' active' : ''}`}
      href={entry.path}
      aria-current={isCurrent ? 'page' : undefined}
      title={entry.label}
    >
      {inside}
    </a>
  );
});

const Group = memo(function Group({
  entry,
  pathname,
  counts,
}: {
  entry: MenuEntry;
  pathname: string;
  counts: MenuCounts;
}): ReactElement {
  if (entry.children.length === 0)
    return (
      <li>
        <Leaf
          entry={entry}
          isCurrent={pathname === entry.path || pathname.startsWith(`${entry.path}/`)}
          count={counts[entry.path]?.count ?? 0}
          worry={counts[entry.path]?.worry ?? false}
        />
      </li>
    );
  return (
    <li className="menu-group">
      <h2>{entry.label}</h2>
      <ul>
        {entry.children.map((child) => (
          <Group key={child.id} entry={child} pathname={pathname} counts={counts} />
        ))}
      </ul>
    </li>
  );
});

/** Menus with up to this many pages have no search field. */
const FEW = 7;

/** The person's menu. In a collapsed frame it shows icons only. */
export function SideMenu({ open, onClose }: { open: boolean; onClose: () => void }): ReactElement {
  const t = useT();
  const { topMenu } = usePreferences();
  const { data: entries, isPending } = useMenus(topMenu);
  const [typed, setTyped] = useState('');
  const [counts, tell] = useState<MenuCounts>({});
  const list = useRef<HTMLUListElement>(null);
  const isLong = entries !== undefined && leavesOf(entries).length > FEW;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const go = (event: MouseEvent): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.menu-leaf');
    // With a modifier key or another mouse button, the browser handles the link.
    if (!link || link.target || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    void navigate(link.getAttribute('href')!);
    onClose();
  };
  const sought = isLong ? typed.trim().toLowerCase() : '';
  const shown = useMemo(() => entries && menusFor(entries, sought), [entries, sought]);
  return (
    <>
      {open && <div className="menu-ground" onClick={onClose} />}
      <Suspense>
        {menuCounters().map((Counter, at) => (
          <Counter key={at} tell={tell} />
        ))}
      </Suspense>
      <nav className="side-menu" data-open={open} aria-label={t(['菜单', 'Menu'])}>
        <button
          type="button"
          className="icon-button only-phone menu-close"
          aria-label={t(['关闭菜单', 'Close menu'])}
          onClick={onClose}
        >
          <X size={20} aria-hidden />
        </button>
        {isLong && (
          <div className="menu-find">
            <input
              type="search"
              aria-label={t(['查找菜单', 'Find in the menu'])}
              placeholder={t(['查找菜单', 'Find in the menu'])}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && typed) {
                  event.stopPropagation();
                  setTyped('');
                }
                if (event.key === 'Enter')
                  list.current
                    ?.querySelector<HTMLElement>(
                      `.menu-leaf[href="${CSS.escape(bestOf(shown ?? [], sought)?.path ?? '')}"]`,
                    )
                    ?.click();
              }}
            />
          </div>
        )}
        {isPending &&
          Array.from({ length: 8 }, (_, at) => (
            <div key={at} className="menu-leaf">
              <i className="skeleton" style={{ width: 90 + (at % 3) * 20 }} />
            </div>
          ))}
        {entries?.length === 0 && (
          <p className="menu-empty">
            {t(['没有可用的菜单，请联系管理员授权', 'No menus yet: ask your administrator'])}
          </p>
        )}
        {shown?.length === 0 && isLong && (
          <p className="menu-empty" role="status">
            {t(['没有这样的菜单', 'No menu of that name'])}
          </p>
        )}
        <ul ref={list} onClick={go}>
          {shown?.map((entry) => (
            <Group key={entry.id} entry={entry} pathname={pathname} counts={counts} />
          ))}
        </ul>
      </nav>
    </>
  );
}
