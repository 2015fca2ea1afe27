import { ChevronDown, Pin, X } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { MenuAt, type MenuItem } from '#kernel/web/menus/menu-at.tsx';
import { queryClient } from '#kernel/web/query/client.ts';
import { closeTabs, firstPage, moveTab, pinTab, reloadTab, useTabs } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { openWindow } from '../menu/own-window.ts';
import { useTitleOf } from '../menu/titles.ts';

/** Return a function that closes tabs. If unsaved input would be lost, the person confirms first. */
function useClose(): (paths: readonly string[]) => Promise<void> {
  const t = useT();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return async (paths) => {
    const { dirty } = useTabs.getState();
    const lost = paths.some((path) => dirty.has(path));
    if (
      lost &&
      !(await ask({
        title: t(['有未保存的内容，确定关闭？', 'Unsaved changes will be lost. Close?']),
        yes: t(['关闭', 'Close']),
        danger: true,
      }))
    )
      return;
    const next = closeTabs(paths, pathname);
    if (next !== pathname) void navigate(next);
    else if (search === undefined) void navigate(pathname);
  };
}

async function clearCache(t: ReturnType<typeof useT>): Promise<void> {
  if (!(await ask({ title: t(['是否需要清除缓存?', 'Clear the cache?']) }))) return;
  queryClient.clear();
  for (const key of Object.keys(localStorage)) if (key.startsWith('anju-list:')) localStorage.removeItem(key);
  await queryClient.invalidateQueries();
  toast.good(t(['清除完毕', 'Cleared']));
}

/** Tabs of the open pages, which keep their input and scroll position. */
export function TabBar({ onSearch }: { onSearch: () => void }): ReactElement {
  const t = useT();
  const { tabs, dirty } = useTabs();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const titleOf = useTitleOf();
  const close = useClose();
  const bar = useRef<HTMLDivElement>(null);
  // The titles load with the menu and change the widths: scroll to the current tab again.
  const words = tabs.map((tab) => titleOf(tab.path)).join();
  useEffect(() => {
    bar.current?.querySelector('.tab[data-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname, words]);
  const loose = tabs.filter((tab) => tab.path !== firstPage() && !tab.pinned).map((tab) => tab.path);
  const stays = (path: string): boolean =>
    path === firstPage() || Boolean(tabs.find((tab) => tab.path === path)?.pinned);
  const [menu, setMenu] = useState<{ path: string; search: string; x: number; y: number } | null>(null);
  const itemsOf = (path: string, search: string): MenuItem[] => [
    { key: 'search', label: t(['搜索菜单', 'Search menus']), run: onSearch },
    {
      key: 'reload',
      label: t(['刷新', 'Reload']),
      run: () => {
        reloadTab(path);
        void queryClient.invalidateQueries();
      },
    },
    { key: 'window', label: t(['复制到新窗口', 'Duplicate in a new window']), run: () => openWindow(path + search) },
    ...(path === firstPage()
      ? []
      : [{ key: 'pin', label: stays(path) ? t(['取消固定', 'Unpin']) : t(['固定', 'Pin']), run: () => pinTab(path) }]),
    {
      key: 'close',
      label: t(['关闭', 'Close']),
      rule: true,
      off: path === firstPage() ? t(['首页一直开着', 'The first page stays open']) : undefined,
      run: () => void close([path]),
    },
    {
      key: 'others',
      label: t(['关闭其他', 'Close others']),
      run: () => {
        void close(loose.filter((one) => one !== path));
        if (path !== pathname) void navigate(path + search);
      },
    },
    {
      key: 'all',
      label: t(['关闭全部', 'Close all']),
      run: () =>
        void close(loose).then(() => {
          if (useTabs.getState().tabs.every((tab) => !loose.includes(tab.path))) return navigate(firstPage());
        }),
    },
    { key: 'cache', label: t(['清除缓存', 'Clear cache']), rule: true, run: () => void clearCache(t) },
  ];
  return (
    <div className="tab-bar">
      <div className="tabs" ref={bar} role="tablist" aria-label={t(['打开的页面', 'Open pages'])}>
        {tabs.map((tab) => (
          <div
            key={tab.path}
            className="tab"
            data-current={tab.path === pathname}
            draggable={tab.path !== firstPage()}
            onContextMenu={(event) => {
              event.preventDefault();
              setMenu({ path: tab.path, search: tab.search, x: event.clientX, y: event.clientY });
            }}
            onAuxClick={(event) => {
              if (event.button === 1 && !stays(tab.path)) void close([tab.path]);
            }}
            onDragStart={(event) => event.dataTransfer.setData('text/plain', tab.path)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => moveTab(event.dataTransfer.getData('text/plain'), tab.path)}
          >
            <button
              type="button"
              role="tab"
              className="tab-title"
              aria-selected={tab.path === pathname}
              title={titleOf(tab.path)}
              aria-keyshortcuts="Delete"
              onKeyDown={(event) => {
                if (event.key === 'Delete' && !stays(tab.path)) {
                  event.preventDefault();
                  void close([tab.path]);
                }
              }}
              onClick={() => void navigate(tab.path + tab.search)}
            >
              {stays(tab.path) && <Pin size={12} aria-hidden />}
              {titleOf(tab.path)}
              {dirty.has(tab.path) && <i className="tab-dirty" title={t(['有未保存的内容', 'Unsaved changes'])} />}
            </button>
            {!stays(tab.path) && (
              <button
                type="button"
                className="tab-close"
                tabIndex={-1}
                aria-hidden
                title={t(['关闭', 'Close'])}
                onClick={() => void close([tab.path])}
              >
                <X size={13} aria-hidden />
              </button>
            )}
          </div>
        ))}
      </div>
      <button
        type="button"
        className="icon-button small tab-more"
        aria-label={t(['页签操作', 'Actions of the tab'])}
        title={t(['页签操作', 'Actions of the tab'])}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { right, bottom } = currentTarget.getBoundingClientRect();
          setMenu({ path: pathname, search, x: right, y: bottom });
        }}
      >
        <ChevronDown size={14} aria-hidden />
      </button>
      {menu && (
        <MenuAt
          x={menu.x}
          y={menu.y}
          items={itemsOf(menu.path, menu.search)}
          label={t(['页签操作', 'Actions of the tab'])}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}
