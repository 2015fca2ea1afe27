import { type ReactElement, type ReactNode, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Binding, boundKeys, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { installWorker } from '#kernel/web/http/offline/install.ts';
import { openStream } from '#kernel/web/realtime/live.ts';
import { useOwnChanges } from '#kernel/web/realtime/own-changes.ts';
import { landing, loadLaterRooms } from '#kernel/web/registry/papers.ts';
import { visitTab } from '#kernel/web/tabs/tabs.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { StoredTheme, fetchControls } from '#kernel/web/theme/with-controls.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { whenIdle } from '../../boot/first-load.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Palette } from '../menu/palette.tsx';
import { SideMenu } from '../menu/side-menu.tsx';
import { inOwnWindow, openWindow } from '../menu/own-window.ts';
import { useTitleOf } from '../menu/titles.ts';
import { useFrameEntry } from '../tabs/framed-page.tsx';
import { framedAt, hasTab, isPage } from '../tabs/page-at.tsx';
import { TabBar } from '../tabs/tab-bar.tsx';
import { TabHost } from '../tabs/tab-host.tsx';
import { StateBanner } from './state-banner.tsx';
import { TopBar } from './top-bar.tsx';
import { useCollapsed } from './preferences.ts';
import './frame.css';
import './top-bar.css';
import '../menu/side-menu.css';
import './work.css';
import '../menu/palette.css';
import './look-panel.css';
import './error-dialog.css';
import '../lock/lock.css';
import './bottom-bar.css';
import './plain-field.css';
import './frame-media.css';
import './state-banner.css';

const KeySheet = lazy(() =>
  import('#kernel/web/shortcuts/key-sheet.tsx').then((module) => ({ default: module.KeySheet })),
);

/** Every address that is visited gets its tab; `/` leads home, an address without a page to the page that says so. */
function useVisits(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const t = useT();
  const title = useTitleOf()(pathname);
  const first = useRef(true);
  const entry = useFrameEntry(pathname);
  const framed =
    framedAt(pathname) === undefined ? 'not' : entry === undefined ? 'perhaps' : entry ? 'ours' : 'strange';
  useEffect(() => {
    if (framed === 'perhaps') return;
    const windowed = inOwnWindow(pathname + search);
    if (pathname === '/' || pathname === '/wel' || pathname === '/lock') void navigate(landing(), { replace: true });
    else if (framed === 'strange') void navigate('/404', { replace: true });
    else if (!isPage(pathname)) {
      // Rooms that come later may know it; a fetch that fails is told by the page itself.
      const there = (): boolean => window.location.pathname === pathname;
      loadLaterRooms().then(
        () => {
          if (there()) {
            if (isPage(pathname)) visitTab(pathname, search);
            else void navigate('/404', { replace: true });
          }
        },
        () => {
          if (there()) visitTab(pathname, search);
        },
      );
      // The window that was opened for it shows it; any other opens one and stays where it is.
    } else if (windowed && first.current) void navigate(windowed, { replace: true });
    else if (windowed) {
      openWindow(windowed);
      void navigate(-1);
    } else if (hasTab(pathname)) visitTab(pathname, search);
    first.current = false;
  }, [pathname, search, framed]);
  useEffect(() => {
    document.title = `${title} · ${t(['安居', 'Anju'])}`;
  });
}

const FIRST_LOOK_MS = 1000;
const AGAIN_MS = 500;
const NO_NETWORK_MS = 20_000;

/** The controls of forms come in once the page has what it asked for: the first form opens at once, and no row waits for them. */
function useControlsEarly(): boolean {
  const [there, setThere] = useState(false);
  useEffect(() => {
    let timer = setTimeout(function look() {
      if (queryClient.isFetching() > 0) timer = setTimeout(look, AGAIN_MS);
      else
        whenIdle(
          () =>
            void Promise.allSettled([loadLaterRooms(), fetchControls()]).then(([, controls]) => {
              // Without a network they are asked for again later: what is shown before it is there would take the page with it.
              if (controls.status === 'fulfilled' && controls.value) {
                setThere(true);
                whenIdle(installWorker);
              } else timer = setTimeout(look, NO_NETWORK_MS);
            }),
        );
    }, FIRST_LOOK_MS);
    return () => clearTimeout(timer);
  }, []);
  return there;
}

/** What of the frame follows the address. What stands in it is drawn by others, so that another page of a list does not draw menus and bars anew. */
function FrameBox({ covered, children }: { covered: boolean; children: ReactNode }): ReactElement {
  useVisits();
  const [collapsed] = useCollapsed();
  const bare = new URLSearchParams(useLocation().search).get('menu') === 'false';
  return (
    <div className="frame" inert={covered} data-collapsed={collapsed} data-bare={bare}>
      {children}
    </div>
  );
}

/** Top bar, menu, tabs, and the page that fills the rest; `covered`: behind a lock, where nothing of it can be reached. */
export function Frame({ covered }: { covered: boolean }): ReactElement {
  const t = useT();
  useEffect(openStream, []);
  useOwnChanges();
  const hasControls = useControlsEarly();
  const [open, setOpen] = useState<'palette' | 'menu' | null>(null);
  const [sheet, setSheet] = useState<readonly Binding[] | null>(null);
  useKeys([
    {
      keys: 'Ctrl+k',
      label: ['搜索菜单、单据和操作', 'Search menus, documents and actions'],
      typing: true,
      run: () => setOpen('palette'),
    },
    { keys: '?', label: ['快捷键', 'Keyboard shortcuts'], run: () => setSheet(boundKeys()) },
  ]);
  return (
    <FrameBox covered={covered}>
      <a className="skip" href="#page">
        {t(['跳到内容', 'Skip to content'])}
      </a>
      <StateBanner />
      <TopBar onSearch={() => setOpen('palette')} onMenu={() => setOpen('menu')} />
      <SideMenu open={open === 'menu'} onClose={() => setOpen(null)} />
      <div className="frame-work">
        <TabBar onSearch={() => setOpen('palette')} />
        <main id="page" className="frame-page" tabIndex={-1}>
          <TabHost />
        </main>
      </div>
      <BottomBar onMenu={() => setOpen('menu')} onSearch={() => setOpen('palette')} />
      {hasControls && <StoredTheme />}
      {open === 'palette' && <Palette onClose={() => setOpen(null)} />}
      {sheet && (
        <Suspense fallback={null}>
          <KeySheet keys={sheet} onClose={() => setSheet(null)} />
        </Suspense>
      )}
    </FrameBox>
  );
}
