import { useLocation } from 'react-router';
import { create } from 'zustand';
import { allRooms } from '#kernel/web/registry/papers.ts';

/** Preferences for the frame. `collapsedWide` replaces `collapsed` on pages that need the whole width. */
interface Preferences {
  collapsed: boolean;
  collapsedWide: boolean;
  topMenu: string;
}

const KEY = 'anju-frame';

function remembered(): Preferences {
  try {
    return {
      collapsed: false,
      collapsedWide: true,
      topMenu: '',
      ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>),
    };
  } catch {
    return { collapsed: false, collapsedWide: true, topMenu: '' };
  }
}

/** Preferences of the person, stored in this browser. */
export const usePreferences = create<Preferences>(() => remembered());

export function prefer(part: Partial<Preferences>): void {
  usePreferences.setState(part);
  localStorage.setItem(KEY, JSON.stringify(usePreferences.getState()));
}

/**
 * Return whether the menu shows icons only, and a function that changes it. Pages that need the whole width have their
 * own setting.
 */
export function useCollapsed(): readonly [collapsed: boolean, toggle: () => void] {
  const { pathname } = useLocation();
  const wide = allRooms().some((room) => room.pages?.some((page) => page.wide && page.path === pathname));
  const { collapsed, collapsedWide } = usePreferences();
  return wide
    ? [collapsedWide, () => prefer({ collapsedWide: !collapsedWide })]
    : [collapsed, () => prefer({ collapsed: !collapsed })];
}
