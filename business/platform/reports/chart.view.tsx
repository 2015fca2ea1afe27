import type { ReactElement } from 'react';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import type { ReportAnswer } from './reports.calls.ts';

const WIDTH = 560;
const HEIGHT = 160;
/** Maximum of bars that can be distinguished. */
const MOST = 24;

const shortened = (text: string): string => (text.length > 8 ? `${text.slice(0, 7)}…` : text);

interface Drawn {
  readonly labels: readonly string[];
  readonly series: readonly {
    readonly label: string;
    readonly texts: readonly string[];
    readonly values: readonly number[];
    /** The dictionary colour of the series, or the number of a neutral colour, with `pale` if it is used again. */
    readonly tone: string;
  }[];
}

/**
 * Return the colours of the series: their dictionary colour, else neutral ones. A colour that occurs again becomes
 * paler.
 */
function tonesOf(series: NonNullable<ReportAnswer['chart']>['series']): string[] {
  let plain = 0;
  const used = new Map<string, number>();
  return series.map(({ tone }) => {
    const name = tone ?? String(plain++);
    const times = used.get(name) ?? 0;
    used.set(name, times + 1);
    return times > 0 ? `${name} pale` : name;
  });
}

/**
 * Reduce a chart to its first `most` groups. `values` are numbers for drawing, `texts` the same values as exact
 * decimals.
 */
function drawnOf({ labels, series }: NonNullable<ReportAnswer['chart']>, most: number): Drawn {
  const tones = tonesOf(series);
  return {
    labels: labels.slice(0, most),
    series: series.map(({ label, values }, at) => ({
      label,
      tone: tones[at],
      texts: values.slice(0, most),
      values: values.slice(0, most).map(Number),
    })),
  };
}

const titleOf = (label: string, part: string, text: string): string =>
  [label, part, inGroups(text || '0')].filter(Boolean).join(' ');

interface Scale {
  readonly step: number;
  readonly y: (value: number) => number;
}

/** Bars of the groups. The parts of a group are stacked. */
function Bars({ drawn: { labels, series }, step, y }: { drawn: Drawn } & Scale): ReactElement {
  const below = labels.map(() => 0);
  return (
    <>
      {series.map(({ label, texts, values, tone }) =>
        values.map((value, at) => {
          const from = below[at];
          below[at] += Math.max(0, value);
          return (
            <rect
              key={`${label} ${at}`}
              data-tone={tone}
              x={at * step + step * 0.15}
              y={y(below[at])}
              width={step * 0.7}
              height={Math.max(0, y(from) - y(below[at]))}
              rx="2"
            >
              <title>{titleOf(labels[at], label, texts[at])}</title>
            </rect>
          );
        }),
      )}
    </>
  );
}

function Lines({ drawn: { labels, series }, step, y }: { drawn: Drawn } & Scale): ReactElement {
  return (
    <>
      {series.map(({ label, texts, values, tone }) => (
        <g key={label} data-tone={tone}>
          <polyline points={values.map((value, at) => `${at * step + step / 2},${y(value)}`).join(' ')} />
          {values.map((value, at) => (
            <circle key={at} cx={at * step + step / 2} cy={y(value)} r="3">
              <title>{titleOf(labels[at], label, texts[at])}</title>
            </circle>
          ))}
        </g>
      ))}
    </>
  );
}

/** A chart of the groups, also for printing; the table beside it has the same numbers. */
export function Chart({
  kind,
  chart,
  label,
}: {
  kind: 'bar' | 'line';
  chart: NonNullable<ReportAnswer['chart']>;
  label: string;
}): ReactElement {
  const drawn = drawnOf(chart, kind === 'line' ? Infinity : MOST);
  const wholes = drawn.labels.map((_, at) => drawn.series.reduce((sum, one) => sum + Math.max(0, one.values[at]), 0));
  const most = Math.max(1, ...(kind === 'line' ? drawn.series.flatMap((one) => one.values) : wholes));
  const step = WIDTH / Math.max(1, drawn.labels.length);
  const y = (value: number): number => HEIGHT - (Math.max(0, value) / most) * (HEIGHT - 18);
  const every = Math.ceil(drawn.labels.length / 10);
  const [only] = drawn.series;
  return (
    <figure className="report-figure">
      <svg className="report-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT + 22}`} role="img" aria-label={label}>
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="axis" />
        {kind === 'line' ? <Lines drawn={drawn} step={step} y={y} /> : <Bars drawn={drawn} step={step} y={y} />}
        {drawn.labels.map((one, at) => (
          <g key={`${one} ${at}`}>
            {at % every === 0 && (
              <text x={at * step + step / 2} y={HEIGHT + 15} textAnchor="middle">
                {shortened(one)}
              </text>
            )}
            {drawn.labels.length <= 12 && drawn.series.length === 1 && (
              <text x={at * step + step / 2} y={y(only.values[at]) - 4} textAnchor="middle" className="value">
                {inGroups(only.texts[at])}
              </text>
            )}
          </g>
        ))}
      </svg>
      {drawn.series.length > 1 && (
        <figcaption>
          {drawn.series.map((one) => (
            <span key={one.label} data-tone={one.tone}>
              {one.label}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}
