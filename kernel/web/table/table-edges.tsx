import { type ReactElement, type ReactNode, useState } from 'react';
import { useLanguage, useT } from '../i18n/words.ts';
import { cellsOf, standing } from './cells.tsx';
import type { Column } from './columns.ts';
import type { Layout, Boxes } from './layout.ts';

/** Sums by column; null if they were not computed. */
export type FooterSums = Readonly<Record<string, string>> | null;

const SOME = 12;

/** Placeholder rows while the first rows load. */
export function SkeletonRows({ columns, boxes }: { columns: readonly Column[]; boxes: Boxes }): ReactElement {
  return (
    <>
      {Array.from({ length: SOME }, (_, row) => (
        <tr key={row} aria-hidden className="row-wait">
          <td className="cell-check" />
          {columns.map((column, at) => (
            <td key={column.key} style={boxes[column.key]}>
              <i className="skeleton" style={{ width: `${42 + ((row * 7 + at * 13) % 40)}%` }} />
            </td>
          ))}
          <td className="room" />
        </tr>
      ))}
    </>
  );
}

/** The switch between sums and averages in the foot of a table. */
function Kinds({ average, show }: { average: boolean; show: (average: boolean) => void }): ReactElement {
  const t = useT();
  return (
    <span className="sum-kinds" role="group" aria-label={t(['表尾', 'Foot of the table'])}>
      {[
        { is: false, words: t(['合计', 'Total']) },
        { is: true, words: t(['平均', 'Average']) },
      ].map(({ is, words }) => (
        <button key={words} type="button" aria-pressed={average === is} onClick={() => show(is)}>
          {words}
        </button>
      ))}
    </span>
  );
}

/**
 * Sums or averages of all matching rows, not only of this page. If there are too many rows, they are computed only on
 * request.
 */
export function SumRow({
  columns,
  layout,
  boxes,
  sums,
  averages = null,
  onSum,
}: {
  columns: readonly Column[];
  layout: Layout;
  boxes: Boxes;
  sums: FooterSums;
  averages?: FooterSums;
  onSum?: () => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [average, show] = useState(false);
  const values = average ? averages : sums;
  const shown = (column: Column): ReactNode =>
    values && values[column.key] !== undefined
      ? column.cell({ id: '', [column.key]: values[column.key] }, language)
      : '';
  return (
    <tfoot>
      <tr>
        <td className="stick pin-start cell-check" />
        {cellsOf(columns, layout, (column, at) => (
          <td key={column.key} className={standing(column, at, layout)} style={boxes[column.key]}>
            {at > 0 ? (
              shown(column)
            ) : sums ? (
              <Kinds average={average} show={show} />
            ) : (
              <button
                type="button"
                className="link"
                title={t(['行数很多，点一下才合计', 'There are many rows; press to add them up'])}
                onClick={onSum}
              >
                {t(['点此合计', 'Add up'])}
              </button>
            )}
          </td>
        ))}
        {layout.tools > 0 && <td className="stick pin-end cell-tools" style={{ width: layout.tools }} />}
      </tr>
    </tfoot>
  );
}
