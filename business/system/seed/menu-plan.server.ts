import { listTitleOf } from '#kernel/language/plural.ts';
import { type AnyPaper, type Rights, buttonOf } from '#kernel/language/paper.ts';
import { FOR_OTHERS, REVEAL, SHARE_VIEWS, STAFF_PHONE, STAFF_REVEAL } from '#kernel/language/permission.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Room } from '#kernel/language/room.ts';
import { rolesOf, rolesOfButton } from '#kernel/language/rights/on-behalf-of.ts';

/** A menu row from the definitions, with the roles that get it by default. */
export interface MenuPlan {
  readonly code: string;
  readonly parent: string;
  readonly label: Label;
  /** Former label of a button, which lacked the paper's name: a row that still has it is renamed. */
  readonly formerly?: Label;
  readonly category: 1 | 2;
  readonly path: string;
  readonly icon: string;
  readonly sort: number;
  readonly action: number;
  readonly roles: readonly string[];
}

const standard: readonly {
  readonly action: string;
  readonly label: Label;
  readonly right: keyof Rights;
  readonly place: number;
}[] = [
  { action: 'view', label: ['查看', 'View'], right: 'read', place: 2 },
  { action: 'add', label: ['新增', 'Add'], right: 'write', place: 1 },
  { action: 'edit', label: ['修改', 'Edit'], right: 'write', place: 2 },
  { action: 'delete', label: ['删除', 'Remove'], right: 'remove', place: 3 },
  { action: 'export', label: ['导出', 'Export'], right: 'export', place: 1 },
  { action: 'import', label: ['导入', 'Import'], right: 'import', place: 1 },
];

/** Return the roles that may create a document by the action that starts its lifecycle; undefined if no action does. */
function creators(paper: AnyPaper): readonly string[] | undefined {
  const life = paper.lifecycle;
  return Object.values(life?.actions ?? {}).find((action) => (action.from as readonly string[]).includes('*'))?.roles;
}

/** Roles that may by default write rows about other people, for papers whose rows are about a person. */
const CLERKS = ['as_hr', 'as_admin'];

/**
 * Return the button that permits to write rows about other people. Only papers whose rows are about a person have it.
 */
const forOthers = (paper: AnyPaper, parent: string): MenuPlan[] =>
  paper.self && !paper.readOnly
    ? [
        {
          code: buttonOf(paper, FOR_OTHERS),
          parent,
          label: ['为他人办理', 'Write for others'],
          category: 2,
          path: '',
          icon: '',
          sort: 45,
          action: 2,
          roles: rolesOfButton(paper, paper.rights.others ?? CLERKS),
        },
      ]
    : [];

function buttonsOf(paper: AnyPaper, parent: string): MenuPlan[] {
  const rights = paper.rights;
  const plain = standard
    .filter(
      ({ action, right }) =>
        (rights[right]?.length ?? 0) > 0 && (!paper.readOnly || action === 'view' || action === 'export'),
    )
    .map(({ action, label, right, place }, at): MenuPlan => ({
      code: buttonOf(paper, action),
      parent,
      label,
      category: 2,
      path: '',
      icon: '',
      sort: at + 1,
      action: place,
      roles: (action === 'add' ? creators(paper) : undefined) ?? rights[right] ?? [],
    }));
  const life = paper.lifecycle;
  const buttons = Object.entries(life?.actions ?? {}).filter(([, action]) => !action.undoes);
  const verbs = buttons.map(([name, action], at): MenuPlan => ({
    code: buttonOf(paper, name),
    parent,
    label: action.label,
    category: 2,
    path: '',
    icon: action.icon ?? '',
    sort: 20 + at,
    action: 2,
    roles: rolesOf(paper, action),
  }));
  const force = paper.duplicates?.force
    ? [
        {
          code: buttonOf(paper, paper.duplicates.force),
          parent,
          label: ['重复仍保存', 'Save a duplicate'] as Label,
          category: 2 as const,
          path: '',
          icon: '',
          sort: 40,
          action: 1,
          roles: [],
        },
      ]
    : [];
  const own = Object.entries(paper.buttons ?? {}).map(([name, { label, roles }], at): MenuPlan => ({
    code: buttonOf(paper, name),
    parent,
    label,
    category: 2,
    path: '',
    icon: '',
    sort: 50 + at,
    action: 2,
    roles: rolesOfButton(paper, roles),
  }));
  return [...plain, ...verbs, ...force, ...own, ...forOthers(paper, parent)];
}

/** Label a button of another paper with that paper's name on a page: 配件：查看. */
const ofPaper = ({ title }: AnyPaper, label: Label): Label => [
  `${title[0]}：${label[0]}`,
  `${title[1]}: ${label[1].toLowerCase()}`,
];

/** Return the menu code of the paper or page with this name; undefined if there is none. */
const placeNamed = (rooms: readonly Room[], name: string | undefined): string | undefined =>
  name &&
  (rooms.flatMap((room) => room.papers).find((paper) => paper.name === name)?.table ??
    rooms.flatMap((room) => room.pages ?? []).find((page) => page.code === name)?.code);

/** Return kernel buttons that belong to no paper, each with the menu below which administrators find it. */
const buttonsBeside = (plans: readonly MenuPlan[]): MenuPlan[] =>
  [
    {
      code: REVEAL,
      parent: 'customers',
      label: ['查看客户隐私', 'Read personal data in clear'],
      category: 2,
      path: '',
      icon: '',
      sort: 90,
      action: 2,
      roles: [],
    } as MenuPlan,
    {
      code: STAFF_REVEAL,
      parent: 'blade_user',
      label: ['查看员工隐私', 'Read personal data of staff in clear'],
      category: 2,
      path: '',
      icon: '',
      sort: 91,
      action: 2,
      roles: ['as_hr', 'as_manager', 'as_admin'],
    } as MenuPlan,
    {
      code: STAFF_PHONE,
      parent: 'blade_user',
      label: ['查看员工电话', 'Read phones of staff in clear'],
      category: 2,
      path: '',
      icon: '',
      sort: 92,
      action: 2,
      roles: ['as_dispatcher', 'as_leader'],
    } as MenuPlan,
    {
      code: SHARE_VIEWS,
      parent: 'blade_role',
      label: ['保存公共视图', 'Keep views for others'],
      category: 2,
      path: '',
      icon: '',
      sort: 90,
      action: 1,
      roles: ['admin', 'as_manager', 'as_admin'],
    } as MenuPlan,
  ].filter((button) => plans.some((plan) => plan.code === button.parent));

/** Return the buttons that rooms define apart from their papers. */
const freeButtons = (rooms: readonly Room[]): MenuPlan[] =>
  rooms
    .flatMap((room) => room.buttons ?? [])
    .map(({ code, page, label, roles }) => ({
      code,
      parent: page,
      label,
      category: 2,
      path: '',
      icon: '',
      sort: 60,
      action: 2,
      roles,
    }));

/** Return every menu and button of the definitions, parents first. */
export function menuPlan(rooms: readonly Room[]): MenuPlan[] {
  const plans: MenuPlan[] = [];
  const papers = rooms.flatMap((room) => room.papers);
  // A page may belong to a group of another room, so all groups come first.
  for (const group of rooms.flatMap((room) => room.groups))
    plans.push({
      code: group.code,
      parent: '',
      label: group.label,
      category: 1,
      path: '',
      icon: group.icon,
      sort: group.sort,
      action: 1,
      roles: [],
    });
  for (const room of rooms) {
    for (const page of room.pages ?? [])
      plans.push({
        code: page.code,
        parent: page.group,
        label: page.label,
        category: 1,
        path: page.path,
        icon: page.icon,
        sort: page.sort,
        action: 1,
        roles: page.roles,
      });
    for (const paper of room.papers) {
      // A paper without its own page adds its buttons to its owner's page.
      const owner = paper.menu
        ? paper
        : papers.find(
            (one) =>
              one.annexes?.paper === paper.name ||
              Object.values(one.lines ?? {}).some((line) => (line as { paper: string }).paper === paper.name),
          );
      const place = owner?.table ?? placeNamed(rooms, paper.under);
      if (!place) continue;
      if (paper.menu)
        plans.push({
          code: paper.table,
          parent: paper.menu.group,
          label: listTitleOf(paper),
          category: 1,
          path: paper.menu.path,
          icon: paper.menu.icon,
          sort: paper.menu.sort,
          action: 1,
          roles: paper.rights.read,
        });
      const buttons = buttonsOf(paper, place);
      plans.push(
        ...(place === paper.table
          ? buttons
          : buttons.map((button) => ({ ...button, label: ofPaper(paper, button.label), formerly: button.label }))),
      );
    }
  }
  plans.push(...freeButtons(rooms));
  plans.push(...buttonsBeside(plans));
  // Pages first: a paper may add its buttons to a later page.
  return [...plans.filter((plan) => plan.category === 1), ...plans.filter((plan) => plan.category === 2)];
}
