import type { ReactElement } from 'react';
import { grouped } from '#kernel/web/words/plural.ts';
import type { ReportGroup } from './answers.ts';

const WIDTH = 560;
const HEIGHT = 160;
/** More bars than these cannot be told apart. */
const MOST = 24;

const shortened = (text: string): string => (text.length > 8 ? `${text.slice(0, 7)}…` : text);

/** A chart of the groups, drawn as it is printed too; the table beside it says the same in numbers. */
export function Chart({ kind, groups, bySum, label }: { kind: 'bar' | 'line'; groups: readonly ReportGroup[]; bySum: boolean; label: string }): ReactElement {
  const shown = kind === 'line' ? groups : groups.slice(0, MOST);
  const values = shown.map((one) => (bySum ? Number(one.sum) : one.count));
  const most = Math.max(1, ...values);
  const step = WIDTH / shown.length;
  const y = (value: number): number => HEIGHT - (Math.max(0, value) / most) * (HEIGHT - 18);
  const every = Math.ceil(shown.length / 10);
  return (
    <svg className="report-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT + 22}`} role="img" aria-label={label}>
      <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="axis" />
      {kind === 'line' && <polyline points={values.map((value, at) => `${at * step + step / 2},${y(value)}`).join(' ')} />}
      {shown.map((one, at) => (
        <g key={one.key}>
          {kind === 'bar' ? <rect x={at * step + step * 0.15} y={y(values[at])} width={step * 0.7} height={HEIGHT - y(values[at])} rx="2"><title>{`${one.label} ${grouped(values[at])}`}</title></rect> : <circle cx={at * step + step / 2} cy={y(values[at])} r="3"><title>{`${one.label} ${grouped(values[at])}`}</title></circle>}
          {at % every === 0 && <text x={at * step + step / 2} y={HEIGHT + 15} textAnchor="middle">{shortened(one.label)}</text>}
          {shown.length <= 12 && <text x={at * step + step / 2} y={y(values[at]) - 4} textAnchor="middle" className="value">{grouped(values[at])}</text>}
        </g>
      ))}
    </svg>
  );
}
