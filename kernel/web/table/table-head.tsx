import { ArrowDown, ArrowUp } from 'lucide-react';
import { type PointerEvent, type ReactElement, memo, useEffect, useMemo, useRef } from 'react';
import type { Sort } from '../query/list-query.ts';
import { useT } from '../i18n/words.ts';
import { cellsOf, standing } from './cells.tsx';
import type { Column } from './columns.ts';
import type { Layout, Boxes } from './layout.ts';
import type { FlatRow } from './flat-rows.ts';

interface CheckProps {
  readonly rows: readonly FlatRow[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], on: boolean) => void;
}

const NARROWEST = 56;

function CheckAll({ rows, selected, onSelect }: CheckProps): ReactElement {
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  const count = useMemo(
    () => (selected.size ? rows.filter((one) => selected.has(one.row.id)).length : 0),
    [rows, selected],
  );
  const all = rows.length > 0 && count === rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all;
  }, [count, all]);
  return (
    <input
      ref={box}
      type="checkbox"
      checked={all}
      disabled={rows.length === 0}
      aria-label={t(['选择本页全部', 'Select all on this page'])}
      onChange={() =>
        onSelect(
          rows.map((one) => one.row.id),
          !all,
        )
      }
    />
  );
}

function Handle({ column, onWidth }: { column: Column; onWidth: (key: string, width: number) => void }): ReactElement {
  const drag = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault();
    const from = event.clientX;
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent): void =>
      onWidth(column.key, Math.max(NARROWEST, column.width + moved.clientX - from));
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), { once: true });
  };
  return <i className="resize" onPointerDown={drag} aria-hidden />;
}

interface CellsProps {
  readonly columns: readonly Column[];
  readonly layout: Layout;
  readonly boxes: Boxes;
  readonly sorts: readonly Sort[];
  readonly onSort: (key: string, add: boolean) => void;
  readonly onWidth: (key: string, width: number) => void;
  readonly onMove: (key: string, before: string) => void;
}

/** The column headers. They render again for changes of columns and sorting, but not for other rows. */
const HeadCells = memo(function HeadCells({
  columns,
  layout,
  boxes,
  sorts,
  onSort,
  onWidth,
  onMove,
}: CellsProps): ReactElement {
  const t = useT();
  return (
    <>
      {cellsOf(columns, layout, (column, at) => {
        const sort = sorts.findIndex((one) => one.key === column.key);
        const down = sorts[sort]?.down;
        return (
          <th
            key={column.key}
            scope="col"
            title={column.sorts ? undefined : t(column.label)}
            className={standing(column, at, layout)}
            style={boxes[column.key]}
            aria-sort={sort < 0 ? undefined : down ? 'descending' : 'ascending'}
            draggable
            onDragStart={(event) => event.dataTransfer.setData('text/column', column.key)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => onMove(event.dataTransfer.getData('text/column'), column.key)}
          >
            {column.sorts ? (
              <button
                type="button"
                onClick={(event) => onSort(column.key, event.shiftKey)}
                title={`${t(column.label)}: ${t(['点击排序，按住 Shift 加一个排序', 'click to sort, hold Shift to add a sort'])}`}
              >
                {t(column.label)}
                {sort >= 0 && (down ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
                {sort >= 0 && sorts.length > 1 && <sup>{sort + 1}</sup>}
              </button>
            ) : (
              t(column.label)
            )}
            <Handle column={column} onWidth={onWidth} />
          </th>
        );
      })}
      {layout.tools > 0 && (
        <th scope="col" className="stick pin-end cell-tools" style={{ width: layout.tools }}>
          <span className="sr-only">{t(['操作', 'Actions'])}</span>
        </th>
      )}
    </>
  );
});

/**
 * The head of a table: a press on a column sorts, with Shift by a further column. Dragging its edge sets its width,
 * dragging the header its position.
 */
export function TableHead({ rows, selected, onSelect, ...cells }: CellsProps & CheckProps): ReactElement {
  return (
    <thead>
      <tr>
        <th scope="col" className="stick pin-start cell-check">
          <CheckAll rows={rows} selected={selected} onSelect={onSelect} />
        </th>
        <HeadCells {...cells} />
      </tr>
    </thead>
  );
}
