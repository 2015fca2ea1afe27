import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get } from '#kernel/web/http/http.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { useAllPapers } from '#kernel/web/papers/papers.ts';
import { HOME, useTabPath } from '#kernel/web/tabs/tabs.ts';
import { useT } from '#kernel/web/words/words.ts';
import { capped } from '#kernel/web/words/plural.ts';
import { leavesOf, useMenus } from '../shell/menu/menus.ts';
import './pages.css';

/** What waits in one paper: each of its ready-made views with the number of its rows, as a link to exactly those. */
function Waiting({ of }: { of: AnyPaper }): ReactElement {
  const t = useT();
  const { data: counts } = useQuery({ queryKey: ['counts', of.name], queryFn: () => get<Record<string, number>>('blade-core/counts', { paper: of.name }, { quiet: true }) });
  const Icon = iconOf(of.menu?.icon);
  return (
    <section className="home-card">
      <h2><Icon size={16} aria-hidden /> <Link to={of.menu?.path ?? '/'}>{t(of.title)}</Link></h2>
      {Object.entries(of.views ?? {}).map(([name, view]) => (
        <Link key={name} className="home-count" data-worry={view.worry && (counts?.[name] ?? 0) > 0} to={`${of.menu?.path}?view=${name}`}>
          <span>{t(view.label)}</span>{counts ? <b>{capped(counts[name] ?? 0)}</b> : <i className="skeleton" style={{ width: 24 }} />}
        </Link>
      ))}
    </section>
  );
}

/** The console, and the first page of a person whose role has no workbench of its own: what waits, counted, and the way to everything else. */
export default function Home(): ReactElement {
  const t = useT();
  const { data: menus = [] } = useMenus();
  const open = new Set(leavesOf(menus).map((menu) => menu.path));
  const waiting = useAllPapers().filter((of) => of.views && of.menu && open.has(of.menu.path));
  const isHome = useTabPath() === HOME;
  return (
    <div className="home">
      <header className="page-head"><h1>{isHome ? t(['工作台', 'Workbench']) : t(['控制台', 'Console'])}</h1></header>
      <div className="home-cards">{waiting.map((of) => <Waiting key={of.name} of={of} />)}</div>
      <div className="home-menus">
        {menus.filter((group) => group.children.length > 0).map((group) => (
          <section key={group.id}>
            <h2>{group.label}</h2>
            <ul>{leavesOf(group.children).map((menu) => { const Icon = iconOf(menu.icon); return <li key={menu.id}><Link to={menu.path} {...(menu.newWindow && { reloadDocument: true, target: '_blank' })}><Icon size={16} aria-hidden /> {menu.label}</Link></li>; })}</ul>
          </section>
        ))}
      </div>
    </div>
  );
}
