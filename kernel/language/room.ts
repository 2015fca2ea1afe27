import type { Dictionary } from './dictionary.ts';
import type { Label } from './label.ts';
import type { AnyPaper } from './paper.ts';

/** A group of entries in the menu. */
export interface MenuGroup {
  readonly code: string;
  readonly label: Label;
  readonly icon: string;
  readonly sort: number;
}

/** A menu page that is not the standard table screen of a paper. */
export interface MenuPage {
  readonly code: string;
  readonly label: Label;
  readonly group: string;
  readonly icon: string;
  readonly path: string;
  readonly sort: number;
  readonly roles: readonly string[];
  /** A person whose roles are all in this list sees this page first. */ readonly landing?: readonly string[];
  /** The page needs the full width: the menu shrinks to icons, unless the person widens it there. */
  readonly wide?: boolean;
}

/** A button that belongs to no paper, but to a page of the menu. */
export interface RoomButton {
  /** Its complete code, which clients use too, e.g. `work_start_flow`. */
  readonly code: string;
  readonly label: Label;
  /** The entry above it in the tree of menus: the code of a page or group, or the table of a paper. */
  readonly page: string;
  /** Roles that have the button by default. */
  readonly roles: readonly string[];
}

/** A role that each new company has, with its default scope. */
export interface RoleSeed {
  readonly alias: string;
  readonly label: Label;
  readonly scope: 'all' | 'own' | 'department' | 'departmentBelow' | 'team';
  readonly parent?: string;
  readonly buttons?: readonly string[];
}

/** A setting of the product that an administrator may change. */
export interface Parameter {
  readonly key: string;
  readonly label: Label;
  readonly initial: string;
}

/** A tab of the top bar. */
export interface TopMenu {
  readonly code: string;
  readonly label: Label;
  readonly icon: string;
  readonly sort: number;
}

/** A room of the product, as its file `business/<name>/room.ts` describes it. */
export interface Room {
  readonly name: string;
  readonly title: Label;
  /** Rooms whose code or tables this one uses, directly; rooms that they need are included without being listed. */
  readonly needs: readonly string[];
  /**
   * When the browser loads its screens: `frame` with the page, `later` after the first drawing, for rooms that only
   * administrators use.
   */
  readonly load: 'frame' | 'later';
  /** Its tab of the top bar, or the code of a tab that another room declares. */
  readonly topMenu: TopMenu | string;
  readonly papers: readonly AnyPaper[];
  readonly dictionaries: readonly Dictionary[];
  readonly groups: readonly MenuGroup[];
  readonly pages?: readonly MenuPage[];
  /** Buttons beyond those of its papers; calls require them by `Call.button`. */
  readonly buttons?: readonly RoomButton[];
  readonly roles?: readonly RoleSeed[];
  readonly parameters?: readonly Parameter[];
}

/** Return the tab of the top bar to which a room belongs. Throw if no room declares it. */
export function topMenuOf(rooms: readonly Room[], { name, topMenu }: Room): TopMenu {
  if (typeof topMenu !== 'string') return topMenu;
  const found = rooms.map((room) => room.topMenu).find((one) => typeof one !== 'string' && one.code === topMenu);
  if (!found) throw new Error(`room ${name}: no room declares the top menu ${topMenu}`);
  return found as TopMenu;
}

/** Return the tabs of the top bar in order, each with the codes of the menu groups of its rooms. */
export const topMenusOf = (rooms: readonly Room[]): (TopMenu & { readonly groups: readonly string[] })[] =>
  rooms
    .flatMap(({ topMenu }) => (typeof topMenu === 'string' ? [] : [topMenu]))
    .map((menu) => ({
      ...menu,
      groups: rooms
        .filter(({ topMenu }) => topMenu === menu || topMenu === menu.code)
        .flatMap((room) => room.groups.map((group) => group.code)),
    }))
    .toSorted((one, other) => one.sort - other.sort);

/** Return the rooms sorted so that each comes after those that it needs. Throw for a cycle or a missing room. */
export function inOrderOfNeed(rooms: readonly Room[]): Room[] {
  const byName = new Map(rooms.map((room) => [room.name, room]));
  const done = new Set<Room>();
  const visit = (room: Room, way: readonly string[]): void => {
    if (way.includes(room.name)) throw new Error(`rooms need each other: ${[...way, room.name].join(' → ')}`);
    if (done.has(room)) return;
    for (const name of room.needs) {
      const needed = byName.get(name);
      if (!needed) throw new Error(`room ${room.name} needs ${name}, which does not exist`);
      visit(needed, [...way, room.name]);
    }
    done.add(room);
  };
  for (const room of rooms.toSorted((one, other) => one.name.localeCompare(other.name))) visit(room, []);
  return [...done];
}

/** Return the rooms by the order of their tabs; within a tab each comes after those that it needs. */
export const inOrderOfMenu = (rooms: readonly Room[]): Room[] =>
  inOrderOfNeed(rooms).toSorted((one, other) => topMenuOf(rooms, one).sort - topMenuOf(rooms, other).sort);
