import type { ReactElement } from 'react';
import { type MenuEntry, leavesOf, useMenus } from '../menu/menus.ts';

/**
 * Return the menu entry of an external page; undefined while the menu loads, null if it has none. Pages without one are
 * not shown, so that no link can show a foreign page under our name.
 */
export function useFrameEntry(path: string): MenuEntry | null | undefined {
  const { data: menus } = useMenus();
  return menus && (leavesOf(menus).find((one) => one.path === path) ?? null);
}

/** An external page in a frame. */
export function FramedPage({ path, address }: { path: string; address: string }): ReactElement {
  const entry = useFrameEntry(path);
  return entry ? (
    <iframe className="page-frame" src={address} title={entry.label} />
  ) : (
    <div className="page-wait" aria-busy="true" />
  );
}
