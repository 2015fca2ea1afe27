import { type KeyboardEvent, type PointerEvent, type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { momentOf } from '../i18n/company-time.ts';
import { useT } from '../i18n/words.ts';
import { type Point, nearest, runsOf, timeTicks, valueTicks } from './time-scale.rules.ts';
import './time-panels.css';

/** One curve. Curves of one unit share a panel. */
export interface Curve {
  readonly key: string;
  readonly name: Label;
  readonly unit: string;
  readonly points: readonly Point[];
}

/** A span with a word, in a lane below the curves. */
export interface LaneSpan {
  readonly from: number;
  readonly until: number;
  readonly tone: 'green' | 'grey' | 'red' | 'amber' | 'blue';
  readonly word: Label;
}

interface PanelsProps {
  readonly curves: readonly Curve[];
  readonly from: number;
  readonly until: number;
  /** Longer without a point than this is a hole (milliseconds). */ readonly gapMs: number;
  readonly lanes?: readonly { readonly name: Label; readonly spans: readonly LaneSpan[] }[];
  readonly label: Label;
  /** Milliseconds by which the clock of the company is ahead of UTC. */ readonly aheadMs: number;
}

const WIDTH = 860;
const LEFT = 70;
const RIGHT = 118;
const PANEL = 108;
const LANE = 30;
const INSIDE = WIDTH - LEFT - RIGHT;

const shown = (value: number): string =>
  Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Math.round(value * 100) / 100);

/** Panels of curves over one time axis, with lanes below. Arrow keys move the cursor; the same figures stand in a table beside it for readers. */
export function TimePanels({ curves, from, until, gapMs, lanes = [], label, aheadMs }: PanelsProps): ReactElement {
  const t = useT();
  const [cursor, setCursor] = useState<number | null>(null);
  const panels = [...new Set(curves.map(({ unit }) => unit))].map(
    (unit) => [unit, curves.filter((one) => one.unit === unit)] as const,
  );
  const height = panels.length * PANEL + lanes.length * LANE + 26;
  const x = (at: number): number => LEFT + ((at - from) / (until - from)) * INSIDE;
  const ticks = timeTicks(from, until, aheadMs);
  const step = (until - from) / 100;
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setCursor((now) => Math.min(until, Math.max(from, (now ?? until) + by)));
  };
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = from + (((event.clientX - box.left) / box.width) * WIDTH - LEFT) * ((until - from) / INSIDE);
    setCursor(at >= from && at <= until ? at : null);
  };
  return (
    <figure className="time-panels">
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- the cursor moves by keys */}
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={t(label)}
        tabIndex={0}
        onKeyDown={move}
        onPointerMove={point}
        onPointerLeave={() => setCursor(null)}
      >
        {ticks.map((at) => (
          <line key={at} className="grid" x1={x(at)} x2={x(at)} y1={4} y2={height - 22} />
        ))}
        {panels.map(([unit, mine], at) => (
          <Panel key={unit} top={at * PANEL} unit={unit} curves={mine} gapMs={gapMs} x={x} cursor={cursor} />
        ))}
        {lanes.map(({ name, spans }, at) => {
          const y = panels.length * PANEL + at * LANE + 16;
          return (
            <g key={name[0]}>
              <text x={0} y={y + 4} className="name">
                {t(name)}
              </text>
              {spans.map((span) => (
                <line
                  key={span.from}
                  className="span"
                  data-tone={span.tone}
                  x1={x(Math.max(from, span.from))}
                  x2={x(Math.min(until, span.until))}
                  y1={y}
                  y2={y}
                >
                  <title>{t(span.word)}</title>
                </line>
              ))}
            </g>
          );
        })}
        {ticks.map((at) => {
          const words = momentOf(new Date(at));
          return (
            <text key={at} x={x(at)} y={height - 6} className="tick" textAnchor="middle">
              {words.slice(11, 16) === '00:00' ? words.slice(5, 10) : words.slice(11, 16)}
            </text>
          );
        })}
        {cursor !== null && (
          <g className="cursor">
            <line x1={x(cursor)} x2={x(cursor)} y1={4} y2={height - 22} />
            <text x={x(cursor)} y={height - 6} textAnchor="middle">
              {momentOf(new Date(cursor)).slice(5, 16)}
            </text>
          </g>
        )}
      </svg>
    </figure>
  );
}

function Panel({
  top,
  unit,
  curves,
  gapMs,
  x,
  cursor,
}: {
  top: number;
  unit: string;
  curves: readonly Curve[];
  gapMs: number;
  x: (at: number) => number;
  cursor: number | null;
}): ReactElement {
  const t = useT();
  const all = curves.flatMap(({ points }) => points.flatMap(([, value]) => (value === null ? [] : [value])));
  const ticks = all.length > 0 ? valueTicks(Math.min(...all), Math.max(...all)) : [0, 1];
  const [low, high] = [ticks[0], ticks.at(-1)!];
  const y = (value: number): number => top + PANEL - 14 - ((value - low) / (high - low || 1)) * (PANEL - 28);
  const ends = curves.map((curve) => {
    const last = cursor === null ? curve.points.findLast(([, value]) => value !== null) : nearest(curve.points, cursor);
    return { curve, last };
  });
  // Words at the end of curves that run together stand below each other.
  const places: number[] = [];
  for (const { last } of ends.toSorted((a, b) => y(a.last?.[1] ?? low) - y(b.last?.[1] ?? low)))
    places.push(Math.max(y(last?.[1] ?? low), (places.at(-1) ?? -Infinity) + 15));
  const order = ends.toSorted((a, b) => y(a.last?.[1] ?? low) - y(b.last?.[1] ?? low));
  return (
    <g>
      <text x={0} y={top + 18} className="name">
        {t(curves[0].name)}
      </text>
      <text x={0} y={top + 34} className="unit">
        {unit}
      </text>
      {ticks.map((value) => (
        <g key={value}>
          <line className="grid" x1={LEFT} x2={LEFT + INSIDE} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 8} y={y(value) + 4} className="tick" textAnchor="end">
            {shown(value)}
          </text>
        </g>
      ))}
      {curves.map((curve, at) =>
        runsOf(curve.points, gapMs).map((run) =>
          run.length === 1 ? (
            <circle key={run[0][0]} className="curve-dot" data-at={at} cx={x(run[0][0])} cy={y(run[0][1])} r={1.5} />
          ) : (
            <polyline
              key={run[0][0]}
              className="curve"
              data-at={at}
              points={run.map(([moment, value]) => `${x(moment).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
            />
          ),
        ),
      )}
      {order.map(({ curve, last }, at) => (
        <g key={curve.key} className="end" data-at={curves.indexOf(curve)}>
          {last && <circle cx={x(last[0])} cy={y(last[1]!)} r={2.5} />}
          <text x={LEFT + INSIDE + 10} y={places[at] + 4}>
            {t(curve.name)} {last ? shown(last[1]!) : '—'} {unit}
          </text>
        </g>
      ))}
    </g>
  );
}
