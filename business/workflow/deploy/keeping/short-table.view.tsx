import type { ReactElement, ReactNode } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import './keeping.css';

/** A column of a table without paging and sorting. */
export interface ShortColumn<Row> {
  readonly label: Label;
  readonly cell: (row: Row) => ReactNode;
  /** Align the cells at the right, for numbers. */ readonly end?: boolean;
}

interface ShortTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly ShortColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly tools: (row: Row) => ReactNode;
  readonly empty: Label;
  readonly error: Error | null;
  readonly again: () => void;
}

/** A table of a few hundred rows at most with tools at the end of each; on a phone each row is a card. */
export function ShortTable<Row>(props: ShortTableProps<Row>): ReactElement {
  const { label, rows, columns, keyOf, tools, empty, error, again } = props;
  const t = useT();
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到列表', 'The list could not be read'])}</b>
        <span>{error.message}</span>
        <button type="button" className="button" onClick={again}>
          {t(['再试', 'Try again'])}
        </button>
      </div>
    );
  if (rows?.length === 0)
    return (
      <div className="table-empty">
        <b>{t(empty)}</b>
      </div>
    );
  return (
    <div className="short-table" aria-busy={!rows}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label[1]} scope="col" className={column.end ? 'end' : ''}>
                {t(column.label)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{t(['操作', 'Actions'])}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.label[1]} className={column.end ? 'end' : ''} data-label={t(column.label)}>
                  {column.cell(row)}
                </td>
              ))}
              <td className="short-tools">{tools(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
