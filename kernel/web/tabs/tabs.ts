import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { Language } from '#kernel/language/label.ts';
import { useLanguage } from '../i18n/words.ts';
import { session, useSession } from '../session/session.ts';

/** An open page: its path and its query, so that it opens again as it was after it was unmounted to save memory. */
export interface Tab {
  readonly path: string;
  readonly search: string;
  readonly title?: string;
  /** The language of `title`. A hidden page keeps its title when the language changes. */ readonly titleIn?: Language;
  /** The tab stays when all other tabs are closed. */ readonly pinned?: boolean;
}

/** Address of the workbench. */
export const HOME = '/wel/index';

/** Return the first tab, which never closes: the workbench, unless the company has another first page. */
export const firstPage = (): string => session()?.firstPage ?? HOME;

const KEY = 'anju-tabs';

interface State {
  tabs: readonly Tab[];
  recent: readonly string[];
  dirty: ReadonlySet<string>;
  round: Readonly<Record<string, number>>;
}

const withFirst = (tabs: readonly Tab[]): Tab[] => {
  const first = tabs.find((tab) => tab.path === firstPage()) ?? { path: firstPage(), search: '' };
  return [first, ...tabs.filter((tab) => tab !== first)];
};

function remembered(): Tab[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Tab[];
    return withFirst(stored);
  } catch {
    return withFirst([]);
  }
}

export const useTabs = create<State>(() => ({ tabs: remembered(), recent: [], dirty: new Set(), round: {} }));

useTabs.subscribe(({ tabs }) => sessionStorage.setItem(KEY, JSON.stringify(tabs)));

// After a login the first tab becomes the first page of the person's company.
useSession.subscribe(({ session: now }, { session: before }) => {
  if (now && now.firstPage !== before?.firstPage)
    useTabs.setState(({ tabs }) => ({
      tabs: withFirst(before?.access ? tabs : tabs.filter((tab) => tab.path !== HOME)),
    }));
});

/** Make a page the current one, and store its query. */
export function visitTab(path: string, search: string): void {
  useTabs.setState(({ tabs, recent }) => {
    const known = tabs.find((tab) => tab.path === path);
    if (known?.search === search && recent[0] === path) return {};
    return {
      tabs: known ? tabs.map((tab) => (tab.path === path ? { ...tab, search } : tab)) : [...tabs, { path, search }],
      recent: [path, ...recent.filter((one) => one !== path)],
    };
  });
}

/**
 * Close these pages. Return the address of the page to show: the current one, or if it was closed the last used one.
 * The first tab never closes.
 */
export function closeTabs(paths: readonly string[], current: string): string {
  const gone = new Set(paths.filter((path) => path !== firstPage()));
  const { tabs } = useTabs.getState();
  useTabs.setState(({ recent, dirty }) => ({
    tabs: tabs.filter((tab) => !gone.has(tab.path)),
    recent: recent.filter((path) => !gone.has(path)),
    dirty: new Set([...dirty].filter((path) => !gone.has(path))),
  }));
  if (!gone.has(current)) return current;
  const next = useTabs.getState().recent[0] ?? firstPage();
  return next + (useTabs.getState().tabs.find((tab) => tab.path === next)?.search ?? '');
}

/** Return the rank of a tab: the first page, then pinned tabs, then the rest. */
const rank = (tab: Tab): number => (tab.path === firstPage() ? 0 : tab.pinned ? 1 : 2);

export const moveTab = (path: string, before: string): void =>
  useTabs.setState(({ tabs }) => {
    const moved = tabs.find((tab) => tab.path === path);
    const target = tabs.find((tab) => tab.path === before);
    if (!moved || !target || moved === target || rank(moved) === 0 || rank(moved) !== rank(target)) return {};
    const rest = tabs.filter((tab) => tab !== moved);
    rest.splice(
      rest.findIndex((tab) => tab.path === before),
      0,
      moved,
    );
    return { tabs: rest };
  });

/** Pin a tab, which moves it behind the other pinned ones; or unpin it. */
export const pinTab = (path: string): void =>
  useTabs.setState(({ tabs }) => {
    const changed = tabs.map((tab) => (tab.path === path ? { ...tab, pinned: !tab.pinned } : tab));
    return { tabs: changed.toSorted((one, other) => rank(one) - rank(other)) };
  });

/** Mount a page again, which resets it. */
export const reloadTab = (path: string): void =>
  useTabs.setState(({ round }) => ({ round: { ...round, [path]: (round[path] ?? 0) + 1 } }));

/** The address of the page in which a component is rendered, which may be in the background. */
export const TabPath = createContext('');
export const useTabPath = (): string => useContext(TabPath);

function mark(path: string, dirty: boolean): void {
  useTabs.setState((state) => {
    if (state.dirty.has(path) === dirty) return state;
    return { dirty: new Set(dirty ? [...state.dirty, path] : [...state.dirty].filter((one) => one !== path)) };
  });
}

/**
 * When a form is unmounted while its page is shown, remove the mark of unsaved input. If the page is not shown, it was
 * only hidden, so its input and the mark remain.
 */
const unmarkGone = (path: string): void => {
  if (location.pathname === path.split('?')[0]) mark(path, false);
};

/** Mark the page as having unsaved input: a dot in its tab, and a confirmation before it closes. */
export function useDirtyTab(dirty: boolean): void {
  const path = useTabPath();
  useEffect(() => {
    mark(path, dirty);
    return () => {
      if (dirty) unmarkGone(path);
    };
  }, [dirty, path]);
}

/**
 * Return a function by which a form marks its page as having unsaved input. It does not render the page, so typing
 * stays fast.
 */
export function useDirtyForm(open: boolean): (dirty: boolean) => void {
  const path = useTabPath();
  const isDirty = useRef(false);
  const tell = useCallback(
    (dirty: boolean): void => {
      isDirty.current = dirty;
      mark(path, dirty);
    },
    [path],
  );
  useEffect(() => {
    if (!open) tell(false);
  }, [open, tell]);
  useEffect(
    () => () => {
      if (isDirty.current) unmarkGone(path);
    },
    [path],
  );
  return tell;
}

/** If there is unsaved input, the browser asks before it closes the window. */
window.addEventListener('beforeunload', (event) => {
  if (useTabs.getState().dirty.size) event.preventDefault();
});

/** Set the title of the tab of this page. A page that was opened by its address gets its tab a moment later. */
export function useTabTitle(title: string): void {
  const path = useTabPath();
  const titleIn = useLanguage();
  const there = useTabs(({ tabs }) => tabs.some((tab) => tab.path === path));
  useEffect(() => {
    useTabs.setState(({ tabs }) =>
      tabs.some((tab) => tab.path === path && (tab.title !== title || tab.titleIn !== titleIn))
        ? { tabs: tabs.map((tab) => (tab.path === path ? { ...tab, title, titleIn } : tab)) }
        : {},
    );
  }, [path, title, titleIn, there]);
}
