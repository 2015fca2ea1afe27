import type { ReactElement } from 'react';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import { counted, grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { AnswerColumn, ReportAnswer } from './reports.calls.ts';
import { Chart } from './chart.view.tsx';
import './reports.css';

type Row = ReportAnswer['rows'][number];

/** Is the line the total of a group that has one part only? The next line then shows the same numbers. */
const isRepeated = (rows: readonly Row[], at: number): boolean =>
  rows[at].part === true &&
  rows[at + 1]?.part !== true &&
  (at + 2 >= rows.length || rows[at + 2].part === true) &&
  at + 1 < rows.length;

const cellWords = (column: AnswerColumn, text: string): string => (column.end ? inGroups(text) : text);

/** Table of a report's answer: the column labels, the lines, and last the sums if there are any. */
function Lines({ answer, label }: { answer: ReportAnswer; label: string }): ReactElement {
  const { columns, rows, foot } = answer;
  const cells = (texts: readonly string[]): ReactElement[] =>
    columns.map((column, at) => (
      <td key={column.key} className={column.end ? 'end' : ''}>
        {cellWords(column, texts[at] ?? '')}
      </td>
    ));
  return (
    <div className="report-table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.end ? 'end' : ''}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) =>
            isRepeated(rows, at) ? null : (
              <tr key={at} data-part={row.part}>
                {cells(row.cells)}
              </tr>
            ),
          )}
        </tbody>
        {foot && (
          <tfoot>
            <tr>{cells(foot)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Answer of a report: its chart, its lines, and notes on omissions. */
export function AnswerView({
  answer,
  chart,
  label,
}: {
  answer: ReportAnswer;
  chart: string | null;
  label: string;
}): ReactElement {
  const t = useT();
  if (answer.rows.length === 0) return <p className="quiet">{t(['没有数据', 'No rows'])}</p>;
  return (
    <>
      {answer.chart && chart && chart !== 'none' && (
        <Chart kind={chart === 'line' ? 'line' : 'bar'} chart={answer.chart} label={label} />
      )}
      <Lines answer={answer} label={t(['结果', 'Result'])} />
      {answer.hidden > 0 && (
        <p className="quiet">
          {t([
            `有 ${answer.hidden} 列您无权查看，没有显示`,
            `${counted(answer.hidden, 'column')} that you may not read ${answer.hidden === 1 ? 'is' : 'are'} left out`,
          ])}
        </p>
      )}
      {answer.more && (
        <p className="quiet">
          {t([
            `共 ${grouped(answer.lines)} 组，只显示前面的；合计是全部`,
            `The first of ${grouped(answer.lines)} groups; the total is of all`,
          ])}
        </p>
      )}
    </>
  );
}
