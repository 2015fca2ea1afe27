import { CircleCheck, CircleOff } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { type Language, labelIn } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { ask } from '../dialogs/ask.tsx';
import type { MenuItem } from '../menus/menu-at.tsx';
import { saveRow } from '../registry/paper-calls.ts';
import { rowCaption } from '../registry/row-caption.ts';
import { type WireRow, mayDo } from '../registry/rows.ts';
import { refresh } from '../query/client.ts';
import { toast } from '../toast/toasts.ts';

const isDisabled = (of: AnyPaper, row: WireRow): boolean => of.canBeDisabled === true && row.status === 0;

/** Marks a row as disabled: existing references to it remain, but it can no longer be chosen. */
export const DisabledMark = ({
  of,
  row,
  language,
}: {
  of: AnyPaper;
  row: WireRow;
  language: Language;
}): ReactElement | null =>
  isDisabled(of, row) ? <span className="pill grey">{labelIn(['已停用', 'Disabled'], language)}</span> : null;

type Cell = (row: WireRow, language: Language) => ReactNode;

/** Return the cell of the caption with a mark on disabled rows. */
export const marked = (of: AnyPaper, name: string, cell: Cell): Cell =>
  of.canBeDisabled && name === of.caption
    ? (row, language) => (
        <>
          <DisabledMark of={of} row={row} language={language} />
          {isDisabled(of, row) && ' '}
          {cell(row, language)}
        </>
      )
    : cell;

type Say = (label: readonly [string, string]) => string;

async function turn(of: AnyPaper, row: WireRow, t: Say, on: boolean): Promise<void> {
  const sure =
    on ||
    (await ask({
      title: t([`停用${rowCaption(of, row, 'zh')}？`, `Disable ${rowCaption(of, row, 'en')}?`]),
      text: t([
        '已有单据不变，新单据不能再选择它；可随时启用。',
        'Documents that name it stay as they are; new ones cannot choose it. It can be enabled again at any time.',
      ]),
      yes: t(['停用', 'Disable']),
      danger: true,
    }));
  if (!sure) return;
  // A refusal is shown by the call, so it is ignored here.
  const saved = await saveRow(of, { id: row.id, version: row.version, status: on ? 1 : 0 }).catch(() => null);
  refresh(of.name);
  if (saved)
    toast.good(
      on ? t(['已启用', 'Enabled']) : t(['已停用', 'Disabled']),
      on ? undefined : { label: t(['撤销', 'Undo']), run: () => void turn(of, saved, t, true) },
    );
}

/** Return the menu items that disable or enable a row, where its definition allows it. */
export const switchItems = (of: AnyPaper, row: WireRow, t: Say): MenuItem[] => {
  if (!of.canBeDisabled || !mayDo(row, 'edit')) return [];
  const on = isDisabled(of, row);
  return [
    {
      key: 'switch',
      label: on ? t(['启用', 'Enable']) : t(['停用', 'Disable']),
      icon: on ? <CircleCheck size={15} aria-hidden /> : <CircleOff size={15} aria-hidden />,
      run: () => void turn(of, row, t, on),
    },
  ];
};
