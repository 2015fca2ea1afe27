import type { Label } from '#kernel/language/label.ts';
import { allRooms, paperAt, paperNamed } from '#kernel/web/papers/papers.ts';
import { HOME, useTabs } from '#kernel/web/tabs/tabs.ts';
import { useT } from '#kernel/web/words/words.ts';
import { leavesOf, useMenus } from './menus.ts';

const fixed: Readonly<Record<string, Label>> = {
  [HOME]: ['工作台', 'Workbench'], '/info/index': ['个人信息', 'Personal info'], '/404': ['没有这个页面', 'No such page'], '/403': ['没有权限', 'Not allowed'], '/500': ['出错了', 'Something failed'],
};

/** What a page is called in its tab and in the title of the window. */
export function useTitleOf(): (path: string) => string {
  const t = useT();
  const { data: menus = [] } = useMenus();
  const tabs = useTabs((state) => state.tabs);
  return (path) => {
    const own = tabs.find((tab) => tab.path === path)?.title;
    const imported = /^\/import\/(\w+)$/.exec(path);
    const page = allRooms().flatMap((room) => room.pages ?? []).find((one) => one.path === path);
    const label = fixed[path] ?? paperAt(path)?.title ?? page?.label;
    if (own) return own;
    if (imported) { const title = paperNamed(imported[1])?.title; return title ? t([`导入${title[0]}`, `Import: ${title[1]}`]) : t(['导入', 'Import']); }
    return leavesOf(menus).find((menu) => menu.path === path)?.label ?? (label ? t(label) : t(['页面', 'Page']));
  };
}
