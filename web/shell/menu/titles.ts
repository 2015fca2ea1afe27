import { type Label, lowered } from '#kernel/language/label.ts';
import { listTitleOf } from '#kernel/language/plural.ts';
import { allRooms, paperAt, findPaper } from '#kernel/web/registry/papers.ts';
import { HOME, useTabs } from '#kernel/web/tabs/tabs.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { leavesOf, useMenus } from './menus.ts';

const fixed: Readonly<Record<string, Label>> = {
  [HOME]: ['工作台', 'Workbench'],
  '/wel/dashboard': ['控制台', 'Console'],
  '/test/index': ['环境自检', 'Self-test'],
  '/info/index': ['个人信息', 'Personal info'],
  '/system/param-values': ['参数取值', 'Values of settings'],
  '/dict-horizontal/index': ['字典管理', 'Dictionaries'],
  '/dict-vertical/index': ['字典管理（上下）', 'Dictionaries, stacked'],
  '/404': ['没有这个页面', 'No such page'],
  '/403': ['没有权限', 'Not allowed'],
  '/500': ['出错了', 'Something failed'],
};

/** Return the title of a page by its definition, for the time before the menu has loaded. */
function definedTitle(path: string): Label {
  const imported = findPaper(/^\/import\/(\w+)$/.exec(path)?.[1]);
  if (imported) return [`导入${imported.title[0]}`, `Import ${lowered(listTitleOf(imported)[1])}`];
  const page = allRooms()
    .flatMap((room) => room.pages ?? [])
    .find((one) => one.path === path);
  const listed = paperAt(path);
  return fixed[path] ?? (listed && listTitleOf(listed)) ?? page?.label ?? ['页面', 'Page'];
}

/**
 * Return a function that gives a page's title, for its tab and for the window. A title in the other language is not
 * used: its page sets it again when it is shown.
 */
export function useTitleOf(): (path: string) => string {
  const t = useT();
  const { data: menus = [] } = useMenus();
  const language = useLanguage();
  const tabs = useTabs((state) => state.tabs);
  return (path) => {
    const own = tabs.find((tab) => tab.path === path && tab.titleIn === language)?.title;
    return own ?? leavesOf(menus).find((menu) => menu.path === path)?.label ?? t(definedTitle(path));
  };
}
