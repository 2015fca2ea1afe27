import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Label } from '#kernel/language/label.ts';
import { labelIn } from '#kernel/language/label.ts';
import { topMenusOf } from '#kernel/language/room.ts';
import { get } from '#kernel/web/http/http.ts';
import { allRooms, paperAt } from '#kernel/web/registry/papers.ts';
import { language, useLanguage } from '#kernel/web/i18n/words.ts';
import { inOwnWindow } from './own-window.ts';

/** A menu entry as the server sends it, limited to the person's rights. */
interface MenuRow {
  readonly id: string;
  readonly name: string;
  readonly nameEn?: string;
  readonly code?: string;
  readonly path: string;
  readonly source?: string;
  readonly isOpen?: number;
  readonly isDeleted?: number;
  readonly pinyin?: string;
  readonly children?: readonly MenuRow[];
}

/**
 * A menu entry. `path` is the address in this client: an external page has an address below `/myiframe`, unless it
 * opens in a new window.
 */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly path: string;
  readonly icon: string;
  readonly pinyin: string;
  readonly english: string;
  readonly newWindow: boolean;
  readonly children: readonly MenuEntry[];
}

/**
 * Return the label of a menu entry, which an administrator may have changed. The English text is that of the definition
 * if the entry has none.
 */
function labelOf(row: MenuRow): Label {
  const page = allRooms()
    .flatMap((room) => room.pages ?? [])
    .find((one) => one.path === row.path);
  const group = allRooms()
    .flatMap((room) => room.groups)
    .find((one) => one.code === row.code);
  const defined = paperAt(row.path)?.title ?? page?.label ?? (row.children?.length ? group?.label : undefined);
  return [
    row.name,
    row.nameEn || (defined && (defined[0] === row.name || row.nameEn === undefined) ? defined[1] : row.name),
  ];
}

const isElsewhere = (path: string): boolean => /^https?:/.test(path);

function entryOf(row: MenuRow): MenuEntry {
  const label = labelOf(row);
  const inWindow = isElsewhere(row.path) ? row.isOpen === 2 : inOwnWindow(row.path) !== undefined;
  const path =
    isElsewhere(row.path) && !inWindow
      ? `/myiframe/${encodeURIComponent(row.path)}`
      : (inOwnWindow(row.path) ?? row.path);
  return {
    id: row.id,
    label: labelIn(label, language()),
    path,
    icon: row.source ?? '',
    pinyin: row.pinyin ?? '',
    english: label[1].toLowerCase(),
    newWindow: inWindow,
    children: (row.children ?? []).filter((child) => !child.isDeleted).map(entryOf),
  };
}

/** The frame shows no network errors of its menu; each page shows its own. */
const frameReading = { quiet: true };

/** Return the person's menu: the part below a top menu entry, or all of it without one. */
export function useMenus(topMenu = ''): UseQueryResult<MenuEntry[]> {
  const spoken = useLanguage();
  return useQuery({
    queryKey: ['menus', topMenu, spoken],
    staleTime: Infinity,
    queryFn: async () =>
      (await get<MenuRow[]>('blade-system/menu/routes', { topMenuId: topMenu }, frameReading))
        .filter((row) => !row.isDeleted)
        .map(entryOf),
  });
}

export function useTopMenus(): UseQueryResult<{ id: string; label: string }[]> {
  const spoken = useLanguage();
  return useQuery({
    queryKey: ['top-menus', spoken],
    staleTime: Infinity,
    queryFn: async () =>
      (
        await get<{ id: string; name: string; nameEn?: string; code?: string }[]>(
          'blade-system/menu/top-menu',
          {},
          frameReading,
        )
      ).map((menu) => {
        const defined = topMenusOf(allRooms()).find((one) => one.label[0] === menu.name || one.code === menu.code);
        return { id: menu.id, label: spoken === 'en' ? menu.nameEn || defined?.label[1] || menu.name : menu.name };
      }),
  });
}

/** Return all pages of a menu, without groups. */
export const leavesOf = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => (entry.children.length ? leavesOf(entry.children) : [entry]));

/**
 * Return the index of the syllable at which the typed text matches a name, by full syllables or initials; infinite
 * without a match. `gg` matches 公告 (gong gao), but not 系统管理 (xi tong guan li).
 */
function syllableAt(syllables: readonly string[], typed: string): number {
  const found = syllables.findIndex((_, at) => {
    const rest = syllables.slice(at);
    return (
      rest.join('').startsWith(typed) ||
      rest
        .map((one) => one[0])
        .join('')
        .startsWith(typed)
    );
  });
  return found < 0 ? Infinity : found;
}

/** Return the index of the word at which the typed text matches an English name; infinite without a match. */
function wordAt(english: string, typed: string): number {
  const words = english.split(/\s+/);
  const found = words.findIndex((_, at) => words.slice(at).join(' ').startsWith(typed));
  return found < 0 ? Infinity : found;
}

/**
 * Return how far a menu entry is from the typed text. 0: the label begins with it; 1: the pinyin, initials or English
 * name do; 2: it matches further inside; infinite: no match.
 */
export function distanceOf(entry: MenuEntry, typed: string): number {
  const label = entry.label.toLowerCase();
  if (label.startsWith(typed)) return 0;
  const at = Math.min(syllableAt(entry.pinyin.split(' '), typed.replaceAll(/\s+/g, '')), wordAt(entry.english, typed));
  if (at === 0) return 1;
  return at < Infinity || label.includes(typed) ? 2 : Infinity;
}

/** Return the page with the smallest distance; of several the first in the menu. */
export const bestOf = (entries: readonly MenuEntry[], typed: string): MenuEntry | undefined =>
  leavesOf(entries).toSorted(
    (one, other) => Math.min(3, distanceOf(one, typed)) - Math.min(3, distanceOf(other, typed)),
  )[0];

/** Return the menu with matching entries only. A group that matches itself keeps all its pages. */
export const menusFor = (entries: readonly MenuEntry[], typed: string): MenuEntry[] =>
  entries.flatMap((entry) => {
    if (!typed || distanceOf(entry, typed) < Infinity) return [entry];
    const children = menusFor(entry.children, typed);
    return children.length ? [{ ...entry, children }] : [];
  });
