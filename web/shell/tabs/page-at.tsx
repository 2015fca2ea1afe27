import type { ComponentType, ReactElement } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { readAhead } from '#kernel/web/registry/read-ahead.ts';
import { hasLoadedLaterRooms, loadLaterRooms, paperAt, findPaper } from '#kernel/web/registry/papers.ts';
import { pageAt } from '#kernel/web/registry/screens.ts';
import { HOME } from '#kernel/web/tabs/tabs.ts';
import { lazyPart } from '../../boot/lazy-part.tsx';
import { withinTime } from '../../boot/load-shell.ts';
import { NotAllowed, NotFound, ServerFailed } from '../../pages/error-pages.tsx';
import { FramedPage } from './framed-page.tsx';

const onItsWay = <div className="page-wait" aria-busy="true" />;
const page = <P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>): ComponentType<P> =>
  lazyPart(() => withinTime(load()), onItsWay);

const ListScreen = page(() => {
  // Only the first list waits for its program; its rows need not wait for it too.
  const of = paperAt(location.pathname);
  if (of) readAhead(of, location.search);
  return import('#kernel/web/list/list-screen.tsx');
});
const ImportScreen = page(() => import('#kernel/web/import-export/import-screen.tsx'));
const Home = page(() => import('../../pages/home/home.tsx'));
const Info = page(() => import('../../pages/info.tsx'));
const SelfTest = page(() => import('../../pages/self-test.tsx'));

/** An address that none of the rooms at hand knows: the others are fetched first. */
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

// A page that is fetched must stay the same component, or its page would lose its state.
const opened = new Map<string, ComponentType>();

function ownPage(path: string): ComponentType | undefined {
  const load = pageAt(path);
  if (load && !opened.has(path)) opened.set(path, page(load));
  return opened.get(path);
}

const importedAt = (path: string): AnyPaper | undefined => findPaper(/^\/import\/(\w+)$/.exec(path)?.[1]);

/** The address of somebody else's page that is shown within ours. */
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

/** Is there anything at this address? */
export const isPage = (path: string): boolean =>
  path in fixed ||
  path === HOME ||
  pageAt(path) !== undefined ||
  [paperAt, importedAt, framedAt].some((at) => at(path) !== undefined);

/** Pages that say why there is no page get no tab. */
export const hasTab = (path: string): boolean => !['/403', '/404', '/500'].includes(path);

/** The page of an address: an own screen of a room, the standard screen of a paper, or one of the frame's own. */
export function PageAt({ path }: { path: string }): ReactElement {
  const Own = ownPage(path) ?? fixed[path];
  if (Own) return <Own />;
  const of = paperAt(path);
  if (of) return <ListScreen of={of} />;
  const imported = importedAt(path);
  if (imported) return <ImportScreen of={imported} />;
  const framed = framedAt(path);
  if (framed) return <FramedPage path={path} address={framed} />;
  if (path === HOME) return <Home />;
  if (path === '/' || path === '/wel') return <></>;
  return hasLoadedLaterRooms() ? <PageOfLaterRoom path={path} /> : <NotFound />;
}
