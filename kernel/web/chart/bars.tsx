import { type KeyboardEvent, type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { lastOf } from '#kernel/language/must.ts';
import { useT } from '../i18n/words.ts';
import { apart, valueTicks } from './time-scale.rules.ts';
import { useWidth } from './use-width.ts';
import './bars.css';

type Figures = readonly (number | null)[];

/** A label at the right end of a chart, at the height of its value. */
export interface EndWord {
  readonly text: string;
  readonly value: number;
  readonly tone: 'bar' | 'mark' | 'line' | 'band';
}

interface BarsProps {
  readonly label: Label;
  /** Labels below the bars. If there is too little room for all, only some are drawn. */
  readonly names: readonly string[];
  /** Values from zero; null for a gap. */ readonly bars: Figures;
  /** A value to compare with each bar, drawn as a short line across it; null for none. */ readonly marks?: Figures;
  readonly line?: Figures;
  readonly band?: { readonly lower: Figures; readonly upper: Figures };
  readonly ends?: readonly EndWord[];
  readonly chosen?: number | null;
  readonly onChoose?: (at: number) => void;
  readonly height?: number;
}

const LEFT = 44;
const ENDS = 190;
const NARROW = 620;
const TOP = 12;
const AXIS = 22;
const LINE = 16;
/** Width in px that each label below the bars needs. */
const NAME = 30;

/**
 * A chart of bars from zero. Over them it draws values to compare (`marks`), a line, and a shaded range between two
 * limits (`band`). Missing values leave gaps. A table with the same values follows.
 */
export function Bars({
  label,
  names,
  bars,
  marks = [],
  line = [],
  band,
  ends = [],
  chosen,
  onChoose,
  height = 220,
}: BarsProps): ReactElement {
  const t = useT();
  const [box, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const isNarrow = width < NARROW;
  const right = width - (isNarrow || ends.length === 0 ? 12 : ENDS);
  const step = Math.max(1, right - LEFT) / Math.max(1, names.length);
  const all = [...bars, ...marks, ...line, ...(band?.upper ?? [])].filter((one) => one !== null);
  const ticks = valueTicks(0, Math.max(1e-9, ...all));
  const bottom = height - AXIS;
  const y = (value: number): number => bottom - (value / lastOf(ticks)) * (bottom - TOP);
  const x = (no: number): number => LEFT + (no + 0.5) * step;
  const now = chosen ?? at;
  const every = Math.ceil(NAME / step);
  const sorted = ends.toSorted((a, b) => y(a.value) - y(b.value));
  const places = apart(
    sorted.map(({ value }) => y(value)),
    LINE,
    bottom,
  );
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.min(names.length - 1, Math.max(0, (now ?? names.length) + by));
    setAt(next);
    onChoose?.(next);
  };
  return (
    <figure className="bars">
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- the chosen bar moves by keys */}
      <div ref={box} role="img" aria-label={t(label)} tabIndex={0} onKeyDown={move}>
        <svg width={width} height={height}>
          {ticks.map((value) => (
            <g key={value}>
              <line className="grid" x1={LEFT} x2={right} y1={y(value)} y2={y(value)} />
              <text className="tick" x={LEFT - 8} y={y(value) + 4} textAnchor="end">
                {value}
              </text>
            </g>
          ))}
          {band && <Band lower={band.lower} upper={band.upper} x={x} y={y} />}
          {bars.map(
            (value, no) =>
              value !== null && (
                <rect
                  key={no}
                  className="bar"
                  data-chosen={no === now}
                  x={x(no) - step * 0.34}
                  width={step * 0.68}
                  y={y(Math.max(0, value))}
                  height={bottom - y(Math.max(0, value))}
                  onClick={() => onChoose?.(no)}
                >
                  <title>{`${names[no]}: ${value}`}</title>
                </rect>
              ),
          )}
          {marks.map(
            (value, no) =>
              value !== null && (
                <line
                  key={no}
                  className="mark"
                  x1={x(no) - step * 0.4}
                  x2={x(no) + step * 0.4}
                  y1={y(value)}
                  y2={y(value)}
                />
              ),
          )}
          <Dashes points={line} x={x} y={y} />
          {names.map(
            (name, no) =>
              (no === now || (no % every === 0 && (now === null || Math.abs(no - now) >= every))) && (
                <text key={no} className="tick" data-chosen={no === now} x={x(no)} y={height - 6} textAnchor="middle">
                  {name}
                </text>
              ),
          )}
          {!isNarrow &&
            sorted.map((one, no) => (
              <text key={one.text} className="end" data-tone={one.tone} x={right + 10} y={places[no] + 4}>
                {one.text}
              </text>
            ))}
        </svg>
        {isNarrow && ends.length > 0 && (
          <p className="bars-ends">
            {ends.map((one) => (
              <span key={one.text} data-tone={one.tone}>
                {one.text}
              </span>
            ))}
          </p>
        )}
      </div>
    </figure>
  );
}

interface Scale {
  readonly x: (no: number) => number;
  readonly y: (value: number) => number;
}

/** Return the runs of indexes without a gap that have at least two values. */
function runsIn(figures: Figures): number[][] {
  const runs: number[][] = [[]];
  figures.forEach((value, no) => {
    if (value === null) runs.push([]);
    else lastOf(runs).push(no);
  });
  return runs.filter((run) => run.length > 1);
}

function Dashes({ points, x, y }: { points: Figures } & Scale): ReactElement {
  return (
    <>
      {runsIn(points).map((run) => (
        <polyline key={run[0]} className="dashes" points={run.map((no) => `${x(no)},${y(points[no]!)}`).join(' ')} />
      ))}
    </>
  );
}

function Band({ lower, upper, x, y }: { lower: Figures; upper: Figures } & Scale): ReactElement {
  const both = lower.map((value, no) => (value === null ? null : (upper[no] ?? null)));
  return (
    <>
      {runsIn(both).map((run) => (
        <polygon
          key={run[0]}
          className="band"
          points={[
            ...run.map((no) => `${x(no)},${y(upper[no]!)}`),
            ...run.toReversed().map((no) => `${x(no)},${y(lower[no]!)}`),
          ].join(' ')}
        />
      ))}
    </>
  );
}
