import type { Dictionary } from './dictionary.ts';
import type { Label } from './label.ts';
import type { AnyPaper } from './paper.ts';

/** A group of the menu. */
export interface MenuGroup {
  readonly code: string;
  readonly label: Label;
  readonly icon: string;
  readonly sort: number;
}

/** A page of the menu that is no standard table screen. */
export interface MenuPage {
  readonly code: string;
  readonly label: Label;
  readonly group: string;
  readonly icon: string;
  readonly path: string;
  readonly sort: number;
  readonly roles: readonly string[];
  /** Who has no other role begins here. */ readonly landing?: readonly string[];
  /** It needs the whole width: the menu shows its icons only, unless the person widens it there. */ readonly wide?: boolean;
}

/** A button of no paper, under a page of the menu. */
export interface RoomButton {
  /** Its whole code, as clients know it, e.g. `work_start_flow`. */
  readonly code: string;
  readonly label: Label;
  /** The page, the group of pages or the table of the paper that it stands under. */
  readonly page: string;
  /** Who has it by default. */
  readonly roles: readonly string[];
}

/** A role of the company with what it may see by default. */
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

/** A room of the product: its table of contents, `business/<name>/room.ts`. */
export interface Room {
  readonly name: string;
  readonly title: Label;
  /** Rooms whose code or tables this one uses; those that they need in turn count as needed. */
  readonly needs: readonly string[];
  /** `frame`: fetched with the page; `later`: once the page stands, for what administrators alone open. */
  readonly load: 'frame' | 'later';
  /** Its tab of the top bar, or the code of one that another room declares. */
  readonly topMenu: TopMenu | string;
  readonly papers: readonly AnyPaper[];
  readonly dictionaries: readonly Dictionary[];
  readonly groups: readonly MenuGroup[];
  readonly pages?: readonly MenuPage[];
  /** Buttons beside those of its papers; calls name them (`Call.button`). */
  readonly buttons?: readonly RoomButton[];
  readonly roles?: readonly RoleSeed[];
  readonly parameters?: readonly Parameter[];
}

/** The tab of the top bar that a room stands under. */
export function topMenuOf(rooms: readonly Room[], { name, topMenu }: Room): TopMenu {
  if (typeof topMenu !== 'string') return topMenu;
  const found = rooms.map((room) => room.topMenu).find((one) => typeof one !== 'string' && one.code === topMenu);
  if (!found) throw new Error(`room ${name}: no room declares the top menu ${topMenu}`);
  return found as TopMenu;
}

/** The tabs of the top bar in their order, each with the menu groups of its rooms. */
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

/** Every room after those that it needs. */
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

/** In the order of the top bar; below one tab each room after those that it needs. */
export const inOrderOfMenu = (rooms: readonly Room[]): Room[] =>
  inOrderOfNeed(rooms).toSorted((one, other) => topMenuOf(rooms, one).sort - topMenuOf(rooms, other).sort);
