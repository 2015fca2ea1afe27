import {
  Bug,
  Languages,
  LockKeyhole,
  Maximize,
  Menu,
  Minimize,
  Palette as PaletteIcon,
  PanelLeft,
  Search,
} from 'lucide-react';
import { type ReactElement, type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import { useErrorLog } from '#kernel/web/http/errors/error-log.ts';
import { topTools } from '#kernel/web/registry/screens.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { setLanguage, useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useLock } from '../lock/lock.ts';
import { PersonMenu } from '../person/person-menu.tsx';
import { useMe } from './use-me.ts';
import { Logo } from '../../boot/logo.tsx';
import { useCollapsed } from './preferences.ts';
import { TopMenuBar } from './top-menu.tsx';

// Loaded after the page.
const JobsTool = lazy(() => import('#kernel/web/import-export/jobs/jobs-tool.tsx'));

// Loaded on demand: both dialogs are rarely opened.
const LockDialog = lazy(() => import('../lock/lock-dialog.tsx').then((module) => ({ default: module.LockDialog })));
const ErrorDialog = lazy(() => import('./error-dialog.tsx').then((module) => ({ default: module.ErrorDialog })));

// Loaded on demand: the colour picker is large and rarely opened.
const LookPanel = withControls(() => import('./look-panel.tsx').then((module) => module.LookPanel));

/** An icon button. Its name shows on hover and on focus, and is read by screen readers. */
function Tool({
  label,
  onClick,
  children,
  pressed,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
  pressed?: boolean;
}): ReactElement {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

const FULL = 'anju-full-screen';

/**
 * Return whether the page is in full screen. After a reload restore it on the first click, as browsers allow it only
 * then.
 */
function useFullScreen(): boolean {
  const [full, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const ends = new AbortController();
    const options = { signal: ends.signal };
    const look = (): void => {
      const now = document.fullscreenElement !== null;
      setFull(now);
      sessionStorage.setItem(FULL, now ? 'on' : '');
    };
    // Closing the page also ends the full screen. This must not count as the person's choice to leave it.
    addEventListener('pagehide', () => document.removeEventListener('fullscreenchange', look), options);
    document.addEventListener('fullscreenchange', look, options);
    if (sessionStorage.getItem(FULL) && !document.fullscreenElement)
      addEventListener(
        'click',
        () => {
          if (sessionStorage.getItem(FULL) && !document.fullscreenElement)
            void document.documentElement.requestFullscreen().catch(() => undefined);
        },
        { ...options, once: true },
      );
    return () => ends.abort();
  }, []);
  return full;
}

function FullScreen(): ReactElement {
  const t = useT();
  const full = useFullScreen();
  return (
    <Tool
      label={full ? t(['退出全屏', 'Leave full screen']) : t(['全屏', 'Full screen'])}
      onClick={() => void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())}
    >
      {full ? <Minimize size={16} aria-hidden /> : <Maximize size={16} aria-hidden />}
    </Tool>
  );
}

/** The top bar: logo, menu of rooms, search, and tools. */
export function TopBar({ onSearch, onMenu }: { onSearch: () => void; onMenu: () => void }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [collapsed, toggle] = useCollapsed();
  const { data: me } = useMe();
  const errors = useErrorLog((state) => state.entries.length);
  const [open, setOpen] = useState<'errors' | 'look' | 'lock' | null>(null);
  const lock = useLock();
  return (
    <header className="top-bar">
      <button type="button" className="icon-button only-phone" aria-label={t(['菜单', 'Menu'])} onClick={onMenu}>
        <Menu size={20} aria-hidden />
      </button>
      <div className="top-logo">
        <Logo address={me?.tenantLogo} />
        <b>{t(['安居', 'Anju'])}</b>
        {me?.tenantName && (
          <span className="top-company" title={me.tenantName}>
            {me.tenantName}
          </span>
        )}
      </div>
      <span className="only-wide">
        <Tool label={collapsed ? t(['展开菜单', 'Widen menu']) : t(['收起菜单', 'Narrow menu'])} onClick={toggle}>
          <PanelLeft size={16} aria-hidden />
        </Tool>
      </span>
      <TopMenuBar />
      <button type="button" className="top-search" onClick={onSearch} aria-keyshortcuts="Control+K">
        <Search size={15} aria-hidden />
        <span>{t(['客户、电话、单号、菜单…', 'Customer, phone, number, menu…'])}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="top-tools">
        {errors > 0 && (
          <span className="with-badge">
            <Tool label={t([`${errors} 条错误日志`, `${errors} errors logged`])} onClick={() => setOpen('errors')}>
              <Bug size={16} aria-hidden />
            </Tool>
            <i className="badge" aria-hidden>
              {Math.min(errors, 99)}
            </i>
          </span>
        )}
        <Suspense fallback={null}>
          <JobsTool />
        </Suspense>
        {topTools().map((RoomTool, at) => (
          <Suspense key={at} fallback={null}>
            <RoomTool />
          </Suspense>
        ))}
        <Tool label={t(['主题与颜色', 'Theme and colour'])} onClick={() => setOpen('look')}>
          <PaletteIcon size={16} aria-hidden />
        </Tool>
        <Tool
          label={language === 'zh' ? 'English' : '中文'}
          onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
        >
          <Languages size={16} aria-hidden />
        </Tool>
        <span className="only-wide">
          <FullScreen />
        </span>
        <Tool
          label={t(['锁屏', 'Lock screen'])}
          onClick={() => {
            if (!lock()) setOpen('lock');
          }}
        >
          <LockKeyhole size={16} aria-hidden />
        </Tool>
      </div>
      <PersonMenu />
      {open === 'errors' && (
        <Suspense fallback={null}>
          <ErrorDialog onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'look' && <LookPanel onClose={() => setOpen(null)} />}
      {open === 'lock' && (
        <Suspense fallback={null}>
          <LockDialog onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </header>
  );
}
