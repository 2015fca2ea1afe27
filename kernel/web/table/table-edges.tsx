import type { ReactElement } from 'react';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import { useT } from '../words/words.ts';
import type { Column } from './columns.ts';
import type { Layout, Offsets } from './data-table.tsx';

const SOME = 12;

/** Grey bars of the size of what comes. */
export function SkeletonRows({ columns, layout }: { columns: readonly Column[]; layout: Layout }): ReactElement {
  return (
    <>
      {Array.from({ length: SOME }, (_, row) => (
        <tr key={row} aria-hidden className="row-wait">
          <td className="cell-check" />
          {columns.map((column, at) => <td key={column.key}><i className="skeleton" style={{ width: `${42 + ((row * 7 + at * 13) % 40)}%` }} /></td>)}
          <td colSpan={3 + (layout.tools ? 1 : 0)} />
        </tr>
      ))}
    </>
  );
}

/** Sums over all rows that match, not only over this page. */
export function SumRow({ columns, layout, offsets, sums }: { columns: readonly Column[]; layout: Layout; offsets: Offsets; sums: Readonly<Record<string, string>> }): ReactElement {
  const t = useT();
  return (
    <tfoot>
      <tr>
        <td className="stick cell-check" />
        {columns.map((column, at) => (
          <td key={column.key} className={`${column.pin ? 'stick ' : ''}${column.end ? 'end' : ''}`} style={offsets[column.key]}>{at === 0 ? t(['合计', 'Total']) : sums[column.key] ? inGroups(String(sums[column.key])) : ''}</td>
        ))}
        <td colSpan={(layout.before > 0 ? 1 : 0) + (layout.after > 0 ? 1 : 0) + 1 + (layout.tools ? 1 : 0)} />
      </tr>
    </tfoot>
  );
}
