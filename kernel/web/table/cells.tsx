import type { ReactElement } from 'react';
import type { Column } from './columns.ts';
import type { Layout } from './layout.ts';

/**
 * Return the cells of a row as a flat array, with empty cells for columns outside the view and for the remaining width.
 */
export function cellsOf(
  columns: readonly Column[],
  layout: Layout,
  cell: (column: Column, at: number) => ReactElement,
): ReactElement[] {
  const cells = columns.map(cell);
  if (layout.before > 0) cells.splice(layout.start, 0, <td key="(before)" style={{ width: layout.before }} />);
  cells.splice(
    cells.length - layout.end,
    0,
    ...(layout.after > 0 ? [<td key="(after)" style={{ width: layout.after }} />] : []),
    <td key="(room)" className="room" />,
  );
  return cells;
}

/** Return the CSS classes of a column's cells. */
export const standing = (column: Column, at: number, layout: Layout): string =>
  `${column.pin ? `stick pin-${column.pin} ` : ''}${column.end ? 'end ' : ''}${column.unbroken ? 'unbroken ' : ''}${at === layout.start - 1 ? 'stick-edge' : ''}`;
