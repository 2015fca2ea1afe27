import { type ReactElement, type ReactNode, memo } from 'react';
import type { Label, Language } from '#kernel/language/label.ts';
import type { WireRow } from '../registry/rows.ts';
import { cellsOf, standing } from './cells.tsx';
import type { Column } from './columns.ts';
import type { Layout, Boxes } from './layout.ts';
import { surelyFits } from './words-width.ts';

interface RowProps {
  /** Index of the row among all rows. `top`: its position in px, if rows are positioned absolutely. */
  readonly at: number;
  readonly top?: number;
  readonly row: WireRow;
  readonly depth: number;
  readonly opens: boolean;
  /** Some row of the table can open, so all rows leave space for the arrow. */ readonly stepped: boolean;
  readonly open: boolean;
  readonly selected: boolean;
  readonly current: boolean;
  readonly columns: readonly Column[];
  readonly layout: Layout;
  readonly boxes: Boxes;
  readonly language: Language;
  readonly tools?: (row: WireRow) => ReactNode;
  readonly inside?: (row: WireRow) => ReactNode;
  readonly edits?: (row: WireRow) => ReadonlySet<string>;
  /** A mark over the end of the first cell. */
  readonly mark?: (row: WireRow) => ReactNode;
  readonly t: (label: Label) => string;
}

/** Widths in pixels of a tree level, of its arrow, and of the copy icon. */
const STEP = 20;
const ARROW = 28;
const COPY = 28;

/** One row. It renders again only when one of its properties changes. */
export const TableRow = memo(function TableRow(props: RowProps): ReactElement {
  const { row, columns, layout, boxes, language, t } = props;
  const first = columns[0]?.key ?? '';
  // The caption of a reference is shown, never its id.
  const caption = row._names?.[first] ?? String(row[first] ?? '—');
  const edits = props.edits?.(row);
  return (
    <>
      <tr
        data-id={row.id}
        aria-rowindex={props.at + 2}
        style={{ top: props.top }}
        tabIndex={-1}
        data-selected={props.selected}
        data-current={props.current}
        aria-current={props.current || undefined}
      >
        <td className="stick pin-start cell-check">
          <input
            type="checkbox"
            data-act="pick"
            checked={props.selected}
            readOnly
            tabIndex={-1}
            aria-label={t([`选择 ${caption}`, `Select ${caption}`])}
          />
        </td>
        {cellsOf(columns, layout, (column, at) => {
          const words = column.cell(row, language);
          const fits = surelyFits(
            words,
            column.width - (at === 0 && props.stepped ? props.depth * STEP + ARROW : 0) - (column.copies ? COPY : 0),
          );
          // The class `fits` means that CSS need not truncate the text. The first column always has it, because the
          // button in it truncates its own text.
          return (
            <td
              key={column.key}
              data-edit={edits?.has(column.key) ? column.key : undefined}
              className={at === 0 || fits ? `${standing(column, at, layout)} fits` : standing(column, at, layout)}
              style={boxes[column.key]}
            >
              {at === 0 && props.stepped && (
                <span className="tree-step" style={{ paddingLeft: props.depth * STEP }}>
                  {props.opens ? (
                    <button
                      type="button"
                      data-act="toggle"
                      className="icon-button small sign"
                      aria-expanded={props.open}
                      aria-label={props.open ? t(['收起', 'Collapse']) : t(['展开', 'Expand'])}
                    />
                  ) : (
                    <i />
                  )}
                </span>
              )}
              {at === 0 ? (
                <button
                  type="button"
                  className={`cell-open${fits ? ' fits' : ''}${column.copies ? ' copies' : ''}`}
                  data-act="open"
                >
                  {named(words)}
                </button>
              ) : (
                words
              )}
              {at === 0 && props.mark?.(row)}
              {column.copies && row[column.key] ? (
                <button
                  type="button"
                  className="icon-button small sign cell-copy"
                  tabIndex={-1}
                  data-act={`copy:${column.key}`}
                  aria-label={t([`复制 ${String(row[column.key])}`, `Copy ${String(row[column.key])}`])}
                  title={t(['复制', 'Copy'])}
                />
              ) : null}
            </td>
          );
        })}
        {props.tools && (
          <td className="stick pin-end cell-tools" style={{ width: layout.tools }}>
            {props.tools(row)}
          </td>
        )}
      </tr>
      {props.inside && props.open && (
        <tr className="row-inside">
          <td className="room" colSpan={columns.length + 5}>
            {props.inside(row)}
          </td>
        </tr>
      )}
    </>
  );
}, same);

/** Return the content of the button that opens a row; a dash if it would be empty. */
export const named = (shown: ReactNode): ReactNode =>
  shown === '' || shown === null || shown === undefined ? '—' : shown;

/**
 * Return whether a row need not render again. `t` is a new function in each render, so `language` is compared instead.
 */
function same(before: RowProps, after: RowProps): boolean {
  return (Object.keys(after) as (keyof RowProps)[]).every((key) => key === 't' || before[key] === after[key]);
}
