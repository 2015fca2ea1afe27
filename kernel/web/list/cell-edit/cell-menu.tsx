import type { ReactElement } from 'react';
import { useT } from '../../i18n/words.ts';
import { MenuAt } from '../../menus/menu-at.tsx';
import type { WireRow } from '../../registry/rows.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';

/** The menu by which the keyboard chooses one of the editable cells of a row. */
export function CellMenu({ screen, row }: { screen: ListScreenState; row: WireRow }): ReactElement {
  const t = useT();
  const cells = screen.cell.cells(row);
  const line = document.querySelector(`[data-table="${screen.of.name}"] tr[data-id="${CSS.escape(row.id)}"]`);
  const { left, bottom } = line?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
  return (
    <MenuAt
      x={left + 44}
      y={bottom}
      label={t(['修改哪一项', 'Which value to change'])}
      items={screen.columns
        .filter((column) => cells.has(column.key))
        .map((column) => ({
          key: column.key,
          label: t(column.label),
          run: () => screen.cell.edit(row, column.key),
        }))}
      onClose={() => screen.cell.choose(null)}
    />
  );
}
