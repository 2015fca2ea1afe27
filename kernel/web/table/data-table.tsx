import {
  type CSSProperties,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { menuPlace } from '../menus/menu-place.ts';
import type { Sort } from '../query/list-query.ts';
import { copyText } from '../i18n/copy-text.ts';
import { useLate, useSteady } from '../i18n/steady.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import type { WireRow } from '../registry/rows.ts';
import { useColumnWindow, totalWidth } from './column-window.ts';
import type { Column } from './columns.ts';
import type { FlatRow } from './flat-rows.ts';
import { CHECK, MENU_ONLY, TOOLS, boxesOf } from './layout.ts';
import { useStillPins } from './pinned.ts';
import { showRow } from './row-window.ts';
import { MAX_WHOLE, TableBody } from './table-body.tsx';
import { TableHead } from './table-head.tsx';
import { SumRow, type FooterSums } from './table-edges.tsx';
import './table.css';

const DIM_AFTER_MS = 200;

export interface TableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly FlatRow[];
  readonly density: number;
  readonly selected: ReadonlySet<string>;
  readonly current: string | null;
  readonly sorts: readonly Sort[];
  /** Sums by column for the foot of the table; undefined if no column has a sum. */
  readonly sums?: FooterSums;
  /** Averages of the columns that have a sum. */ readonly averages?: FooterSums;
  readonly onSum?: () => void;
  readonly dim?: boolean;
  readonly loading?: boolean;
  readonly empty?: ReactNode;
  readonly tools?: (row: WireRow) => ReactNode;
  /** Width in px of the widest action buttons of a row, beside its menu. */
  readonly toolWords?: number;
  readonly expanded?: ReadonlySet<string>;
  readonly inside?: (row: WireRow) => ReactNode;
  readonly onSelect: (ids: readonly string[], on: boolean) => void;
  readonly onSort: (key: string, add: boolean) => void;
  readonly onWidth: (key: string, width: number) => void;
  readonly onMove: (key: string, before: string) => void;
  /**
   * Return the columns of a row that can be edited. Pressing the pencil calls `onAct` with `cell:` and the name of the
   * column.
   */
  readonly edits?: (row: WireRow) => ReadonlySet<string>;
  /** Return a mark that is shown over the end of the first cell, such as portraits. */
  readonly mark?: (row: WireRow) => ReactNode;
  /** Called for a press on a row. `act`: `open`, or the name of the pressed tool. `at`: position of the press in px. */
  readonly onAct: (act: string, id: string, at: { x: number; y: number }) => void;
}

/**
 * Width in px at the edge of a cell in which a press edits it. CSS draws the pencil there, since an element per cell
 * would double the table.
 */
const PENCIL = 26;

function pressesPencil(event: MouseEvent, cell: HTMLElement): boolean {
  if (event.detail === 0 || !matchMedia('(hover: hover)').matches) return false;
  const { left, right } = cell.getBoundingClientRect();
  return cell.classList.contains('end') ? event.clientX - left < PENCIL : right - event.clientX < PENCIL;
}

/**
 * The table of a list. Rows are memoised, and one listener handles the events of all. If there are many, only visible
 * rows and columns are rendered.
 */
export function DataTable(props: TableProps): ReactElement {
  const { columns, rows, density, selected, onAct, onSelect } = props;
  const t = useT();
  const language = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const lastPicked = useRef<string | null>(null);
  const start = useMemo(() => columns.filter((column) => column.pin === 'start'), [columns]);
  const middle = useMemo(() => columns.filter((column) => !column.pin), [columns]);
  const end = useMemo(() => columns.filter((column) => column.pin === 'end'), [columns]);
  const toolsWidth = !props.tools ? 0 : Math.min(TOOLS, MENU_ONLY + (props.toolWords ?? 0));
  const pinned = CHECK + totalWidth(start) + totalWidth(end) + toolsWidth;
  const window = useColumnWindow(middle, pinned, scroller);
  const shown = useMemo(() => [...start, ...window.columns, ...end], [start, window.columns, end]);
  useStillPins(scroller);
  const total = pinned + totalWidth(middle);
  const layout = useMemo(
    () => ({ start: start.length, end: end.length, before: window.before, after: window.after, tools: toolsWidth }),
    [start.length, end.length, window.before, window.after, toolsWidth],
  );
  const boxes = useMemo(() => boxesOf(start, middle, end, toolsWidth), [start, middle, end, toolsWidth]);

  const currentAt = useMemo(() => rows.findIndex((one) => one.row.id === props.current), [rows, props.current]);
  // Scroll to the current row. A new row is current before it is in the list, so this also runs when it arrives.
  useEffect(() => {
    if (currentAt < 0) return;
    if (rows.length > MAX_WHOLE) showRow(scroller.current, currentAt, density);
    else scroller.current?.querySelector(`tr[data-id="${props.current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [props.current, currentAt < 0]);

  function pick(id: string, shift: boolean): void {
    const on = !selected.has(id);
    const ids = rows.map((one) => one.row.id);
    const [from, to] = [ids.indexOf(lastPicked.current ?? id), ids.indexOf(id)].toSorted((one, other) => one - other);
    onSelect(shift && from >= 0 ? ids.slice(from, to + 1) : [id], on);
    lastPicked.current = id;
  }

  function click(event: MouseEvent): void {
    const target = event.target as HTMLElement;
    const id = target.closest<HTMLElement>('tr[data-id]')?.dataset.id;
    const cell = target.closest<HTMLElement>('td[data-edit]');
    if (id && cell && pressesPencil(event, cell)) {
      onAct(`cell:${cell.dataset.edit}`, id, menuPlace(event, target));
      return;
    }
    if (!id || (target.closest('a, button, input') && !target.closest('[data-act]'))) return;
    const act = target.closest<HTMLElement>('[data-act]')?.dataset.act ?? 'open';
    if (act === 'pick') pick(id, event.shiftKey);
    else if (act.startsWith('copy:'))
      void copyText(String(rows.find((one) => one.row.id === id)?.row[act.slice(5)] ?? ''));
    else if (act !== 'open' || !getSelection()?.toString()) onAct(act, id, menuPlace(event, target));
  }

  function doubleClick({ target }: MouseEvent): void {
    const cell = (target as HTMLElement).closest<HTMLElement>('td[data-edit]');
    const id = cell?.closest<HTMLElement>('tr[data-id]')?.dataset.id;
    if (id) onAct(`twice:${cell?.dataset.edit}`, id, { x: 0, y: 0 });
  }

  // Dim only after a while: most answers are faster, and dimming paints the whole table twice.
  const dim = useLate(Boolean(props.dim), DIM_AFTER_MS);
  const heads = useSteady({ onSort: props.onSort, onWidth: props.onWidth, onMove: props.onMove });
  const stepped = useMemo(
    () => Boolean(props.inside) || rows.some((one) => one.depth > 0 || one.opens),
    [rows, props.inside],
  );
  return (
    <div
      className="table-box"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={props.label}
      aria-busy={props.loading || props.dim}
    >
      <table
        className="table rows-apart"
        data-dim={dim}
        style={{ minWidth: total, '--row': `${density}px` } as CSSProperties}
        aria-rowcount={rows.length + 1}
      >
        <TableHead
          columns={shown}
          layout={layout}
          boxes={boxes}
          sorts={props.sorts}
          rows={rows}
          selected={selected}
          onSelect={onSelect}
          {...heads}
        />
        <TableBody
          rows={rows}
          density={density}
          loading={props.loading}
          selected={selected}
          current={props.current}
          expanded={props.expanded}
          stepped={stepped}
          columns={shown}
          layout={layout}
          boxes={boxes}
          language={language}
          tools={props.tools}
          inside={props.inside}
          edits={props.edits}
          mark={props.mark}
          t={t}
          onClick={click}
          onDoubleClick={doubleClick}
        />
        {props.sums !== undefined && rows.length > 0 && (
          <SumRow
            columns={shown}
            layout={layout}
            boxes={boxes}
            sums={props.sums}
            averages={props.averages}
            onSum={props.onSum}
          />
        )}
      </table>
      {!props.loading && rows.length === 0 && props.empty}
    </div>
  );
}
