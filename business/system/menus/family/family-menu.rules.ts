import type { FamilyButton, FamilyClient, FamilyPage } from '#kernel/language/rooms/family-page.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import { must, mustFind } from '#kernel/language/must.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import type { MenuRow } from '../own-menus.calls.ts';
import { familyIcon } from './family-icons.rules.ts';

interface Group {
  readonly code: string;
  readonly label: Label;
  readonly path: string;
  readonly icon: string;
  readonly parent?: string;
}

/**
 * The menu groups of the published clients, in order. Each has its own path, since these clients identify menus by
 * path.
 */
const groups: readonly Group[] = [
  { code: 'desk', label: ['工作台', 'Desk'], path: '/desk', icon: 'megaphone' },
  { code: 'base', label: ['基础配置', 'Basics'], path: '/base', icon: 'map' },
  { code: 'authority', label: ['权限管理', 'Permission'], path: '/authority', icon: 'shield' },
  { code: 'system', label: ['系统管理', 'System'], path: '/system', icon: 'settings' },
  { code: 'monitor', label: ['系统监控', 'Monitoring'], path: '/monitor', icon: 'activity' },
  { code: 'log', label: ['日志管理', 'Logs'], path: '/monitor/log', icon: 'list-checks', parent: 'monitor' },
  { code: 'report', label: ['报表管理', 'Reports'], path: '/report', icon: 'ruler' },
  { code: 'tool', label: ['研发工具', 'Tools'], path: '/tool', icon: 'puzzle' },
];

/** Id of a group, which has no row in the database: a small number, which no database row has as its id. */
const idOf = (group: Group): string => String(groups.indexOf(group) + 1);

/** Buttons of every page, under the action names that the toolbars of these clients translate. */
const standard: readonly { readonly action: string; readonly icon: string; readonly place: number }[] = [
  { action: 'add', icon: 'plus', place: 1 },
  { action: 'edit', icon: 'form', place: 2 },
  { action: 'delete', icon: 'delete', place: 3 },
  { action: 'view', icon: 'file-text', place: 2 },
];

export interface FamilyMenus {
  readonly papers: readonly AnyPaper[];
  /** Codes derived from the definitions; a row with another code was added by hand and is shown unchanged. */
  readonly planned: ReadonlySet<string>;
  readonly client: FamilyClient;
}

interface Page {
  readonly row: MenuRow;
  readonly paper: AnyPaper;
  readonly page: FamilyPage;
}

const pagesIn = (granted: readonly MenuRow[], { papers, client }: FamilyMenus): Page[] => {
  const byTable = new Map(
    papers
      .filter((paper) => paper.familyPage && !paper.familyPage.missingIn?.includes(client))
      .map((paper) => [paper.table, paper]),
  );
  return granted.flatMap((row) => {
    const paper = byTable.get(row.code);
    return paper ? [{ row, paper, page: must(paper.familyPage, 'familyPage') }] : [];
  });
};

/** Return menus and buttons that an administrator added, except those at a path that a page or group already has. */
function byHand(granted: readonly MenuRow[], pages: readonly Page[], { planned }: FamilyMenus): MenuRow[] {
  const taken = new Set([...pages.map(({ page }) => page.path), ...groups.map((group) => group.path)]);
  const own = granted.filter((row) => !planned.has(row.code));
  const doubled = new Set(own.filter((row) => row.category === 1 && taken.has(row.path)).map((row) => row.id));
  return own.filter((row) => !doubled.has(row.id) && !doubled.has(row.parentId));
}

const groupRow = (group: Group, client: FamilyClient): MenuRow => ({
  id: idOf(group),
  parentId: group.parent ? idOf(mustFind(groups, (one) => one.code === group.parent)) : '0',
  code: group.code,
  name: labelIn(group.label, 'zh'),
  nameEn: labelIn(group.label, 'en'),
  alias: 'menu',
  path: group.path,
  source: familyIcon(group.icon, client),
  category: 1,
  action: 0,
  isOpen: 1,
  sort: groups.indexOf(group) + 1,
  remark: '',
  isDeleted: 0,
});

const pageRow = ({ row, page }: Page, client: FamilyClient): MenuRow => ({
  ...row,
  parentId: idOf(mustFind(groups, (group) => group.code === page.group)),
  code: page.code,
  path: page.path,
  alias: row.alias || 'menu',
  source: familyIcon(row.source, client),
});

/**
 * Return the menu in the form that a published client expects: its groups with the granted pages, and rows added by
 * hand.
 */
export function familyRoutes(granted: readonly MenuRow[], menus: FamilyMenus): MenuRow[] {
  const { client } = menus;
  const pages = pagesIn(granted, menus);
  const used = new Set(pages.map(({ page }) => page.group));
  const shown = groups.filter(
    (group) => used.has(group.code) || groups.some((one) => one.parent === group.code && used.has(one.code)),
  );
  const own = byHand(granted, pages, menus).filter((row) => row.category === 1);
  const parents = new Set(own.map((row) => row.parentId));
  return [
    ...shown.map((group) => groupRow(group, client)),
    ...pages.map((page) => pageRow(page, client)),
    ...own
      .filter((row) => row.path || parents.has(row.id))
      .map((row) => ({ ...row, alias: row.alias || 'menu', source: familyIcon(row.source, client) })),
  ];
}

/** Return the buttons of a page that the person holds, under the codes and aliases of the client. */
function buttonsOf({ row, paper, page }: Page, held: ReadonlyMap<string, MenuRow>): MenuRow[] {
  const offers = standard
    .filter(({ action }) => page.offers?.includes(action) ?? true)
    .map(({ action, icon, place }): [string, FamilyButton] => [
      `${page.code}_${action}`,
      {
        action,
        alias: action,
        icon,
        place,
        path: action === 'delete' ? `/api/${paper.path}/remove` : `${page.path}/${action}`,
      },
    ]);
  return [...offers, ...Object.entries(page.buttons ?? {})].flatMap(([code, button], at) => {
    const ours = held.get(buttonOf(paper, button.action));
    return ours
      ? [
          {
            ...ours,
            parentId: row.id,
            code,
            alias: button.alias,
            path: button.path ?? `${page.path}/${button.alias}`,
            source: button.icon,
            action: button.place,
            sort: at + 1,
          },
        ]
      : [];
  });
}

/** Return pages with their buttons. Each page has at least one: these clients treat a page without any as a button. */
export function familyButtons(granted: readonly MenuRow[], menus: FamilyMenus): MenuRow[] {
  const held = new Map(granted.filter((row) => row.category === 2).map((row) => [row.code, row]));
  const pages = pagesIn(granted, menus);
  const own = byHand(granted, pages, menus);
  const ownParents = new Set(own.filter((row) => row.category === 2).map((row) => row.parentId));
  return [
    ...pages.flatMap((page) => {
      const buttons = buttonsOf(page, held);
      return buttons.length ? [{ ...pageRow(page, menus.client), parentId: '0' }, ...buttons] : [];
    }),
    ...own
      .filter((row) => row.category === 2 || ownParents.has(row.id))
      .map((row) => (row.category === 2 ? row : { ...row, parentId: '0' })),
  ];
}
