import { type CSSProperties, type MouseEventHandler, type ReactElement, type ReactNode, useMemo, useRef } from 'react';
import type { Label, Language } from '#kernel/language/label.ts';
import type { WireRow } from '../registry/rows.ts';
import type { Column } from './columns.ts';
import type { FlatRow } from './flat-rows.ts';
import type { Boxes, Layout } from './layout.ts';
import { usePrinting } from './printing.ts';
import { inElements, useFirstElement, useRowWindow } from './row-window.ts';
import { SkeletonRows } from './table-edges.tsx';
import { TableRow } from './table-row.tsx';

/**
 * Number of rows above which only the visible ones are rendered. A screen shows about eighteen, and rendering time
 * grows with each row.
 */
export const MAX_WHOLE = 30;

interface BodyProps {
  readonly rows: readonly FlatRow[];
  readonly density: number;
  readonly loading?: boolean;
  readonly selected: ReadonlySet<string>;
  readonly current: string | null;
  readonly expanded?: ReadonlySet<string>;
  /** Some rows are nested or can be opened, so rows are identified by their id. */ readonly stepped: boolean;
  readonly columns: readonly Column[];
  readonly layout: Layout;
  readonly boxes: Boxes;
  readonly language: Language;
  readonly tools?: (row: WireRow) => ReactNode;
  readonly inside?: (row: WireRow) => ReactNode;
  readonly edits?: (row: WireRow) => ReadonlySet<string>;
  readonly mark?: (row: WireRow) => ReactNode;
  readonly t: (label: Label) => string;
  readonly onClick: MouseEventHandler;
  readonly onDoubleClick: MouseEventHandler;
}

const room = (height: number, key: string): ReactElement | null =>
  height > 0 ? (
    <tr key={key} aria-hidden className="rows-out" style={{ height }}>
      <td className="room" />
    </tr>
  ) : null;

/**
 * The rows of a table, or only the visible ones. A new row reuses the element of one that left. Rows are positioned
 * absolutely, unless one is open.
 */
export function TableBody({
  rows,
  density,
  loading,
  selected,
  current,
  expanded,
  stepped,
  onClick,
  onDoubleClick,
  ...common
}: BodyProps): ReactElement {
  const many = !usePrinting() && rows.length > MAX_WHOLE;
  const body = useRef<HTMLTableSectionElement>(null);
  const window = useRowWindow(rows.length, density, body, many);
  const from = useFirstElement(window);
  const isOpen = ({ open, row }: FlatRow): boolean => open || (expanded?.has(row.id) ?? false);
  const opensBelow = useMemo(
    () => Boolean(common.inside) && rows.some(isOpen),
    [rows, expanded, Boolean(common.inside)],
  );
  const glides = window !== null && !opensBelow;
  const row = (at: number): ReactElement => {
    const { row, depth, opens } = rows[at];
    // On another page the elements remain and only their text changes, because creating fifty rows takes twice as long.
    const key = window ? at % window.slots : stepped ? row.id : at;
    return (
      <TableRow
        key={key}
        {...common}
        row={row}
        at={at}
        top={glides ? at * density : undefined}
        depth={depth}
        opens={opens || Boolean(common.inside)}
        stepped={stepped}
        open={isOpen(rows[at])}
        selected={selected.has(row.id)}
        current={current === row.id}
      />
    );
  };
  if (loading)
    return (
      <tbody>
        <SkeletonRows columns={common.columns} boxes={common.boxes} />
      </tbody>
    );
  if (glides)
    return (
      <tbody
        ref={body}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        className="rows-glide"
        style={{ height: rows.length * density } as CSSProperties}
      >
        {inElements(window, from).map(row)}
      </tbody>
    );
  const [first, last] = window ? [window.first, window.last] : [0, rows.length];
  return (
    <tbody ref={body} onClick={onClick} onDoubleClick={onDoubleClick}>
      {room(first * density, '(above)')}
      {Array.from({ length: last - first }, (_, at) => row(first + at))}
      {room((rows.length - last) * density, '(below)')}
    </tbody>
  );
}
