import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { EnergyAnswer } from '../energy/energy.calls.ts';
import { FigureMark } from './figure-mark.view.tsx';
import { shownNumber } from './energy-page.rules.ts';
import { COMPARABLE, type EnergyView } from './use-energy.view.tsx';

const MAX_COLUMNS = 7;

/** Return the metrics with any value, at most `MAX_COLUMNS`, as columns. */
export const columnsOf = (answer: EnergyAnswer): EnergyAnswer['series'] =>
  answer.series.filter(({ data }) => data.some((one) => one !== null)).slice(0, MAX_COLUMNS);

const decimalsFor = (unit: string): number =>
  unit === 'min' || unit === 'ppm' || unit === 'W' ? 0 : unit === '' ? 2 : 1;

interface TableProps {
  readonly view: EnergyView;
  readonly labelOf: (at: number) => string;
  readonly chosen: number | null;
  readonly choose: (at: number) => void;
}

/** Table of the figures in the chart, newest bucket first, with the sums in the last row. */
export function EnergyTable({ view, labelOf, chosen, choose }: TableProps): ReactElement | null {
  const t = useT();
  const { answer, before, weather } = view;
  if (!answer) return null;
  const columns = columnsOf(answer);
  const main = answer.series.find((one) => one.name === answer.main)?.data ?? [];
  const rows = answer.x.flatMap((_, at) => (answer.quality.buckets[at] === null ? [] : [at])).toReversed();
  const hasBefore = before.some((one) => one !== null);
  const degrees = weather?.degrees.some((one) => one !== null) ? weather : undefined;
  return (
    <div className="energy-table">
      <table>
        <thead>
          <tr>
            <th>{t(['日期', 'When'])}</th>
            {columns.map((one) => (
              <th key={one.name}>
                {t([one.zh, one.en])} {answer.unit[one.name]}
              </th>
            ))}
            {degrees && <th>{t(['度日', 'Degree days'])}</th>}
            {hasBefore && <th>{t(['去年同期', 'Last year'])}</th>}
            {hasBefore && <th>{t(['差', 'Change'])}</th>}
            <th>{t(['覆盖', 'Data'])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((at) => (
            <tr key={at} aria-selected={at === chosen} onClick={() => choose(at)}>
              <td>
                {labelOf(at)} {answer.quality.marks[at] && <FigureMark words={answer.quality.marks[at]} />}
              </td>
              {columns.map((one) => (
                <td key={one.name}>{shownNumber(one.data[at], decimalsFor(answer.unit[one.name] ?? ''))}</td>
              ))}
              {degrees && <td>{shownNumber(degrees.degrees[at])}</td>}
              {hasBefore && <td>{shownNumber(before[at])}</td>}
              {hasBefore && <td>{differenceWords(main[at] ?? null, before[at] ?? null)}</td>}
              <td data-tone={(answer.quality.buckets[at] ?? 0) < COMPARABLE ? 'warn' : undefined}>
                {Math.round((answer.quality.buckets[at] ?? 0) * 100)}%
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th>{t([`共 ${rows.length}`, `${rows.length} in all`])}</th>
            {columns.map((one) => (
              <th key={one.name}>{shownNumber(answer.summary[one.name], decimalsFor(answer.unit[one.name] ?? ''))}</th>
            ))}
            {degrees && <th>{shownNumber(degrees.degrees.reduce<number>((all, one) => all + (one ?? 0), 0))}</th>}
            {hasBefore && <th>{shownNumber(before.reduce<number>((all, one) => all + (one ?? 0), 0))}</th>}
            {hasBefore && <th />}
            <th>{(answer.quality.coverage * 100).toFixed(1)}%</th>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const differenceWords = (now: number | null, before: number | null): string =>
  now === null || before === null ? '–' : `${now >= before ? '+' : '−'}${shownNumber(Math.abs(now - before))}`;
