import { House, Menu, Search, User } from 'lucide-react';
import type { ReactElement } from 'react';
import { NavLink } from 'react-router';
import { landing } from '#kernel/web/registry/papers.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/** Bar at the bottom of a phone: home page, menu, search, and the person's own page. */
export function BottomBar({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }): ReactElement {
  const t = useT();
  return (
    <nav className="bottom-bar" aria-label={t(['底部导航', 'Bottom bar'])}>
      <NavLink to={landing()}>
        <House size={20} aria-hidden />
        {t(['首页', 'Home'])}
      </NavLink>
      <button type="button" onClick={onMenu}>
        <Menu size={20} aria-hidden />
        {t(['菜单', 'Menu'])}
      </button>
      <button type="button" onClick={onSearch}>
        <Search size={20} aria-hidden />
        {t(['搜索', 'Search'])}
      </button>
      <NavLink to="/info/index">
        <User size={20} aria-hidden />
        {t(['我的', 'Me'])}
      </NavLink>
    </nav>
  );
}
