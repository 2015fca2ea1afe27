import type { ComponentType, ReactElement } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { readAhead } from '#kernel/web/registry/read-ahead.ts';
import { areLaterRoomsMissing, loadLaterRooms, paperAt, findPaper, useMay } from '#kernel/web/registry/papers.ts';
import { pageAt } from '#kernel/web/registry/screens.ts';
import { useAreButtonsKnown } from '#kernel/web/session/buttons.ts';
import { HOME } from '#kernel/web/tabs/tabs.ts';
import { lazyPart } from '../../boot/lazy-part.tsx';
import { withinTime } from '../../boot/load-shell.ts';
import { NotAllowed, NotFound, OutsideMenu, ServerFailed } from '../../pages/error-pages.tsx';
import { FramedPage } from './framed-page.tsx';

const onItsWay = <div className="page-wait" aria-busy="true" />;
const page = <P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>): ComponentType<P> =>
  lazyPart(() => withinTime(load()), onItsWay);

const ListScreen = page(() => {
  // Request the rows of the list while the code of the list screen loads.
  const of = paperAt(location.pathname);
  if (of) readAhead(of, location.search);
  return import('#kernel/web/list/list-screen.tsx');
});
const ImportScreen = page(() => import('#kernel/web/import-export/import-screen.tsx'));
const Home = page(() => import('../../pages/home/home.tsx'));
const Info = page(() => import('../../pages/info.tsx'));
const SelfTest = page(() => import('../../pages/self-test.tsx'));

/** A page that no loaded room has: load the other rooms, then look again. */
const PageOfLaterRoom = page<{ path: string }>(async () => {
  await loadLaterRooms();
  return { default: PageAt };
});

const fixed: Readonly<Record<string, ComponentType>> = {
  '/wel/dashboard': Home,
  '/test/index': SelfTest,
  '/info/index': Info,
  '/403': NotAllowed,
  '/404': NotFound,
  '/500': ServerFailed,
};

// Keep the component of each page: a new one would lose the state of the open page.
const opened = new Map<string, ComponentType>();

function ownPage(path: string): ComponentType | undefined {
  const load = pageAt(path);
  if (load && !opened.has(path)) opened.set(path, page(load));
  return opened.get(path);
}

const importedAt = (path: string): AnyPaper | undefined => findPaper(/^\/import\/(\w+)$/.exec(path)?.[1]);

/** Return the address of an external page that is shown in a frame (`/myiframe/…`); undefined for other paths. */
export function framedAt(path: string): string | undefined {
  const framed = /^\/myiframe\/(.+)$/.exec(path)?.[1];
  if (!framed) return undefined;
  try {
    const address = decodeURIComponent(framed);
    return /^https?:/.test(address) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Return whether a loaded room or the frame has a page at this path. */
export const isPage = (path: string): boolean =>
  path in fixed ||
  path === HOME ||
  pageAt(path) !== undefined ||
  [paperAt, importedAt, framedAt].some((at) => at(path) !== undefined);

/** Return whether a page gets a tab; error pages do not. */
export const hasTab = (path: string): boolean => !['/403', '/404', '/500'].includes(path);

/** The list of a paper; without the right to it, its name and place in the menu. */
function ListOf({ of }: { of: AnyPaper }): ReactElement {
  const may = useMay(of);
  const isKnown = useAreButtonsKnown();
  return isKnown && !may('view') ? <OutsideMenu of={of} /> : <ListScreen of={of} />;
}

/** The page of a path: a screen of a room, a list or an import of a paper, an external page, or a fixed page. */
export function PageAt({ path }: { path: string }): ReactElement {
  const Own = ownPage(path) ?? fixed[path];
  if (Own) return <Own />;
  const of = paperAt(path);
  if (of) return <ListOf of={of} />;
  const imported = importedAt(path);
  if (imported) return <ImportScreen of={imported} />;
  const framed = framedAt(path);
  if (framed) return <FramedPage path={path} address={framed} />;
  if (path === HOME) return <Home />;
  if (path === '/' || path === '/wel') return <></>;
  return areLaterRoomsMissing() ? <PageOfLaterRoom path={path} /> : <NotFound />;
}
