import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import { create } from 'zustand';
import { session, useSession } from '../session/session.ts';

/** An open page: its address without and with the query, so that a page that was dropped from memory comes back as it was. */
export interface Tab {
  readonly path: string;
  readonly search: string;
  readonly title?: string;
  /** It stays when the others are closed. */ readonly pinned?: boolean;
}

/** The workbench. */
export const HOME = '/wel/index';

/** The page that stands first and stays open: the workbench, unless the company begins elsewhere. */
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
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Tab[];
    return withFirst(kept);
  } catch {
    return withFirst([]);
  }
}

export const useTabs = create<State>(() => ({ tabs: remembered(), recent: [], dirty: new Set(), round: {} }));

useTabs.subscribe(({ tabs }) => sessionStorage.setItem(KEY, JSON.stringify(tabs)));

// Who logs in begins with the first page of his company.
useSession.subscribe(({ session: now }, { session: before }) => {
  if (now && now.firstPage !== before?.firstPage)
    useTabs.setState(({ tabs }) => ({
      tabs: withFirst(before?.access ? tabs : tabs.filter((tab) => tab.path !== HOME)),
    }));
});

/** Makes a page the current one, and remembers where in it the person stands. */
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

/** Closes pages; answers where to go when the current one was among them. Home stays. */
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

/** Where a tab stands among the others: the first page, what is pinned, the rest. */
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

/** Pins a page behind the first one and those that are pinned already, or lets it go. */
export const pinTab = (path: string): void =>
  useTabs.setState(({ tabs }) => {
    const changed = tabs.map((tab) => (tab.path === path ? { ...tab, pinned: !tab.pinned } : tab));
    return { tabs: changed.toSorted((one, other) => rank(one) - rank(other)) };
  });

/** Builds a page anew. */
export const reloadTab = (path: string): void =>
  useTabs.setState(({ round }) => ({ round: { ...round, [path]: (round[path] ?? 0) + 1 } }));

/** The address of the page in which a component stands. */
export const TabPath = createContext('');
export const useTabPath = (): string => useContext(TabPath);

function mark(path: string, dirty: boolean): void {
  useTabs.setState((state) => {
    if (state.dirty.has(path) === dirty) return state;
    return { dirty: new Set(dirty ? [...state.dirty, path] : [...state.dirty].filter((one) => one !== path)) };
  });
}

/** What held typing is gone, and the typing with it; where only another page is looked at meanwhile, all of it is still there. */
const unmarkGone = (path: string): void => {
  if (location.pathname === path.split('?')[0]) mark(path, false);
};

/** Marks the page as holding typing that is not saved: a dot in its tab, and a question before it goes. */
export function useDirtyTab(dirty: boolean): void {
  const path = useTabPath();
  useEffect(() => {
    mark(path, dirty);
    return () => {
      if (dirty) unmarkGone(path);
    };
  }, [dirty, path]);
}

/** The same for a form that tells it by itself: the page around it is not drawn anew with the first letter. */
export function useDirtyForm(open: boolean): (dirty: boolean) => void {
  const path = useTabPath();
  const told = useRef(false);
  const tell = useCallback(
    (dirty: boolean): void => {
      told.current = dirty;
      mark(path, dirty);
    },
    [path],
  );
  useEffect(() => {
    if (!open) tell(false);
  }, [open, tell]);
  useEffect(
    () => () => {
      if (told.current) unmarkGone(path);
    },
    [path],
  );
  return tell;
}

/** Typing that is not saved is not lost with the window: the browser asks first. */
window.addEventListener('beforeunload', (event) => {
  if (useTabs.getState().dirty.size) event.preventDefault();
});

/** Names the tab of the page after what it shows; a page that is opened by its address has its tab a moment later. */
export function useTabTitle(title: string): void {
  const path = useTabPath();
  const there = useTabs(({ tabs }) => tabs.some((tab) => tab.path === path));
  useEffect(() => {
    useTabs.setState(({ tabs }) =>
      tabs.some((tab) => tab.path === path && tab.title !== title)
        ? { tabs: tabs.map((tab) => (tab.path === path ? { ...tab, title } : tab)) }
        : {},
    );
  }, [path, title, there]);
}
