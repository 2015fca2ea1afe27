import type { ReactElement } from 'react';
import { type MenuEntry, leavesOf, useMenus } from '../menu/menus.ts';

/** The entry of the menu that opens somebody else's page; undefined while the menu is on its way, null where it has none: nobody's link shows his page under our name. */
export function useFrameEntry(path: string): MenuEntry | null | undefined {
  const { data: menus } = useMenus();
  return menus && (leavesOf(menus).find((one) => one.path === path) ?? null);
}

/** Somebody else's page within ours. */
export function FramedPage({ path, address }: { path: string; address: string }): ReactElement {
  const entry = useFrameEntry(path);
  return entry ? (
    <iframe className="page-frame" src={address} title={entry.label} />
  ) : (
    <div className="page-wait" aria-busy="true" />
  );
}
