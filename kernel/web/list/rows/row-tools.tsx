import { Copy, Eye, Pencil, Trash2 } from 'lucide-react';
import { Fragment, type ReactElement } from 'react';
import { type Label, type Language, labelIn } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { rowActions } from '../../actions/actions.tsx';
import { switchItems } from '../../actions/switching.tsx';
import { iconOf } from '../../menus/icons.ts';
import { MenuAt, type MenuItem } from '../../menus/menu-at.tsx';
import { type WireRow, mayDo } from '../../registry/rows.ts';
import { useT } from '../../i18n/words.ts';
import { wordsWidth } from '../../table/words-width.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';

const EDIT: Label = ['编辑', 'Edit'];

/** Number of row actions shown as buttons; the others are in the menu. */
const IN_WORDS = 2;

export const inWords = (of: AnyPaper, row: WireRow): ReturnType<typeof rowActions> =>
  rowActions(of, row)
    .filter(([, action]) => action.prominent)
    .slice(0, IN_WORDS);

/** Distance in px between the buttons of a row. */
const GAP = 10;
/** Width in px of a room's own buttons, which are not measured. */
const OWN = 64;

/** Return the width in px of the action buttons of the shown rows: that of the widest, and 0 if all have their menu alone. */
export function widthOfWords(
  { of, shown, slots }: Pick<ListScreenState, 'of' | 'shown' | 'slots'>,
  language: Language,
): number {
  if (slots.rowTools) return OWN;
  const wordsOf = (row: WireRow): string[] => {
    const labels = inWords(of, row).map(([, action]) => action.label);
    return (labels.length > 0 ? labels : mayDo(row, 'edit') ? [EDIT] : []).map((label) => labelIn(label, language));
  };
  return shown.reduce(
    (most, { row }) =>
      Math.max(
        most,
        wordsOf(row).reduce((sum, words) => sum + wordsWidth(words) + GAP, 0),
      ),
    0,
  );
}

/** The buttons at the end of a row. They have no handlers of their own: the table handles the events of all rows. */
export function RowTools({
  of,
  row,
  say,
  more,
}: {
  of: AnyPaper;
  row: WireRow;
  say: (label: readonly [string, string]) => string;
  more: React.ReactNode;
}): ReactElement {
  const prominent = inWords(of, row);
  return (
    <span className="cell-tools-in">
      {prominent.map(([name, action]) => (
        <button key={name} type="button" className="link" data-act={`do:${name}`}>
          {say(action.label)}
        </button>
      ))}
      {prominent.length === 0 && mayDo(row, 'edit') && (
        <button type="button" className="link" data-act="edit">
          {say(EDIT)}
        </button>
      )}
      {more && <Fragment key={row.id}>{more}</Fragment>}
      <button
        type="button"
        className="icon-button small sign more"
        data-act="menu"
        aria-haspopup="menu"
        aria-label={say(['更多操作', 'More actions'])}
      />
    </span>
  );
}

/** The menu of all actions of one row. */
export function RowMenu({
  screen,
  id,
  x,
  y,
}: {
  screen: ListScreenState;
  id: string;
  x: number;
  y: number;
}): ReactElement | null {
  const t = useT();
  const row = screen.shown.find((one) => one.row.id === id)?.row;
  if (!row) return null;
  const { of } = screen;
  const items: MenuItem[] = [
    ...(of.plain
      ? []
      : [
          {
            key: 'view',
            label: t(['查看', 'Open']),
            icon: <Eye size={15} aria-hidden />,
            run: () => screen.state.change({ id }, true),
          },
        ]),
    ...rowActions(of, row).map((named): MenuItem => {
      const Icon = iconOf(named[1].icon);
      return {
        key: named[0],
        label: t(named[1].label),
        icon: <Icon size={15} aria-hidden />,
        danger: named[1].danger,
        run: () => screen.acting.run(named, [row]),
      };
    }),
    ...(screen.hasForm && mayDo(row, 'edit')
      ? [
          {
            key: 'edit',
            label: t(['编辑', 'Edit']),
            icon: <Pencil size={15} aria-hidden />,
            run: () => void screen.edit(row),
          },
        ]
      : []),
    ...(screen.may('add') && !of.readOnly
      ? [
          {
            key: 'copy',
            label: t(['复制', 'Copy']),
            icon: <Copy size={15} aria-hidden />,
            run: () => void screen.copy(row),
          },
        ]
      : []),
    ...switchItems(of, row, t),
    ...(mayDo(row, 'delete')
      ? [
          {
            key: 'delete',
            label: t(['删除', 'Delete']),
            icon: <Trash2 size={15} aria-hidden />,
            danger: true,
            run: () => void screen.remove([row]),
          },
        ]
      : []),
  ];
  return (
    <MenuAt
      x={x}
      y={y}
      items={items}
      label={t(['行操作', 'Actions of the row'])}
      onClose={() => screen.openMenu(null)}
    />
  );
}
