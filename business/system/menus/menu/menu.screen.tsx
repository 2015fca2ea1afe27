import { asText } from '#kernel/language/values.ts';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useFormRow } from '#kernel/web/form/form-row.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { meaningOfMenus } from './menu.calls.ts';
import { menu } from './menu.paper.ts';
import '../menu-choice.css';

/** Roles, top menus and packages that a change of these menus affects. */
function Reached({ ids }: { ids: readonly string[] }): ReactElement | null {
  const t = useT();
  const { data } = useCall(
    meaningOfMenus,
    { ids: [...ids] },
    { of: 'row', enabled: ids.length > 0, retry: false, quiet: true },
  );
  if (!data) return null;
  const listed = (names: readonly string[], count: number): string =>
    names.join(t(['、', ', '])) +
    (count > names.length ? t([` 等 ${count} 个`, ` and ${count - names.length} more`]) : '');
  const { counts } = data;
  return (
    <ul className="menu-meaning" role="status">
      {counts.below > 0 && <li>{t([`连同下级 ${counts.below} 项`, `With ${counted(counts.below, 'item')} below`])}</li>}
      <li>
        {counts.roles
          ? t([
              `本公司有权限的角色：${listed(data.roles, counts.roles)}`,
              `Roles of this company that hold it: ${listed(data.roles, counts.roles)}`,
            ])
          : t(['本公司还没有角色有此权限', 'No role of this company holds it yet'])}
      </li>
      {counts.topMenus > 0 && (
        <li>
          {t([
            `所在顶部菜单：${listed(data.topMenus, counts.topMenus)}`,
            `In the top menus: ${listed(data.topMenus, counts.topMenus)}`,
          ])}
        </li>
      )}
      {counts.packages > 0 && (
        <li>
          {t([
            `所在产品包：${listed(data.packages, counts.packages)}`,
            `In the packages: ${listed(data.packages, counts.packages)}`,
          ])}
        </li>
      )}
    </ul>
  );
}

type Values = Readonly<Record<string, unknown>>;

/** Return the consequence of each change of a menu, before it is saved. */
function consequences(row: WireRow, values: Values): Label[] {
  const differs = (name: string): boolean => asText(row[name]) !== asText(values[name]);
  const button = Number(values.category) === 2;
  return [
    ...(differs('name') || differs('nameEn')
      ? [
          [
            '菜单、标签页和授权树里的名称随之改变。',
            'This is its name in the menu, in tabs and where rights are granted.',
          ] as const,
        ]
      : []),
    ...(differs('code')
      ? [
          button
            ? ([
                '编号就是这个按钮的权限：改后产品不再认得它，持有它的人将不能再做这件事。',
                'The code is the right itself: the product no longer knows the button, and whoever holds it can no longer do this.',
              ] as const)
            : ([
                '编号把页面与它的数据连在一起：改后产品包、数据权限不再作用于这个页面。',
                'The code ties the page to its rows: packages and data scopes no longer reach this page.',
              ] as const),
        ]
      : []),
    ...(differs('path')
      ? [
          [
            '菜单改为打开新地址；旧地址的收藏和链接仍打开原来的页面。',
            'The menu opens the new address; bookmarks of the old one still open the old page.',
          ] as const,
        ]
      : []),
    ...(differs('parentId')
      ? [
          [
            '连同下级一起移到新的上级之下；谁能进入不变。',
            'It moves with all below it; who may enter stays the same.',
          ] as const,
        ]
      : []),
    ...(differs('category')
      ? [
          [
            '类型变了：页面成为按钮后不再出现在菜单里，按钮成为页面后不再是权限。',
            'Its kind changes: a page that becomes a button is no longer in the menu, a button that becomes a page is no longer a right.',
          ] as const,
        ]
      : []),
    ...(differs('sort') ? [['在同层里的先后改变。', 'Its place among its neighbours changes.'] as const] : []),
    ...(differs('isOpen') && Number(values.isOpen) === 2
      ? [['将在新窗口打开。', 'It opens in a window of its own.'] as const]
      : []),
  ];
}

/** Help beside the form: the consequences of the change, and the affected roles. */
function MenuHelp({ values }: { values: Values }): ReactElement {
  const t = useT();
  const row = useFormRow();
  if (!row)
    return (
      <aside className="detail-own">
        <p className="quiet">
          {t([
            '新菜单要授权给角色后才有人看见；平台管理员立即看见。',
            'A new menu is seen once it is granted to a role; platform administrators see it at once.',
          ])}
        </p>
      </aside>
    );
  const effects = consequences(row, values);
  return (
    <aside className="detail-own">
      <h3>{t(['这次改动', 'This change'])}</h3>
      {effects.length ? (
        <ul className="menu-meaning" role="status">
          {effects.map((one) => (
            <li key={one[0]}>{t(one)}</li>
          ))}
        </ul>
      ) : (
        <p className="quiet">{t(['还没有改动', 'Nothing is changed yet'])}</p>
      )}
      <h3>{t(['影响谁', 'Whom it reaches'])}</h3>
      <Reached ids={[row.id]} />
    </aside>
  );
}

export default screen(menu, { formAside: MenuHelp, arranged: Reached });
