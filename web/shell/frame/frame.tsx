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
import { needsOtherRooms } from '#kernel/web/registry/screens.ts';
import { whenIdle, whenUsed } from '../../boot/first-load.ts';
import { ArrivalBar } from './arrival-bar.tsx';
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
import './arrival-bar.css';

const KeySheet = lazy(() =>
  import('#kernel/web/shortcuts/key-sheet.tsx').then((module) => ({ default: module.KeySheet })),
);

/** Open a tab for each visited address. `/` leads to the home page, and an unknown address to `/404`. */
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
      // The page may belong to a room that loads later. If loading fails, the page itself shows that.
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
      // An address for a window of its own: if this window was just opened for it, show it here. Otherwise open a new
      // window and go back.
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

const FIRST_LOOK_MS = 500;
const AGAIN_MS = 500;
const NO_NETWORK_MS = 20_000;

/** Run work when the page's own requests are done and the browser is idle. Return a function that stops waiting. */
function whenCalm(work: () => void, first = FIRST_LOOK_MS): () => void {
  let timer = setTimeout(function look() {
    if (queryClient.isFetching() > 0) timer = setTimeout(look, AGAIN_MS);
    else whenIdle(work);
  }, first);
  return () => clearTimeout(timer);
}

/**
 * Load the rooms and controls that the first page does not need, once the person does something. So a first visit loads
 * only its page, and the first form still opens at once.
 */
function useControlsEarly(): boolean {
  const [there, setThere] = useState(false);
  useEffect(() => {
    let stop: () => void;
    const load = (): void => {
      void Promise.allSettled([loadLaterRooms(), fetchControls()]).then(([, controls]) => {
        // Without a network, try again later: rendering unloaded controls would break the page.
        if (controls.status === 'fulfilled' && controls.value) setThere(true);
        else stop = whenCalm(load, NO_NETWORK_MS);
      });
    };
    const { pathname, search } = window.location;
    // A page of a room, and a record that a link opens, name papers of other rooms without a press.
    if (needsOtherRooms(pathname) || new URLSearchParams(search).has('id')) stop = whenCalm(load);
    else
      stop = whenUsed(() => {
        stop = whenCalm(load);
      });
    return () => stop();
  }, []);
  useEffect(() => whenCalm(installWorker), []);
  return there;
}

/**
 * The part of the frame that depends on the address. Its children do not, so paging a list does not render menus and
 * bars again.
 */
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

/** Top bar, menu, tabs and the page. `covered`: the lock screen covers it, so it takes no input. */
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
      <ArrivalBar />
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
