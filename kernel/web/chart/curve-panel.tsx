import { lastOf } from '#kernel/language/must.ts';
import type { ReactElement } from 'react';
import { grouped } from '#kernel/language/plural.ts';
import { useT } from '../i18n/words.ts';
import type { Curve, CurveLimit, PanelFrame } from './curves.ts';
import { type Point, apart, heldRuns, nearest, runsOf, valueTicks } from './time-scale.rules.ts';

const PANEL = 104;
const PAD = 8;
/** Minimum width of a shaded span that shows its label, in px. */
const ROOM = 40;
/** Minimum vertical distance of the labels at the ends of curves, in px. */
const LINE = 16;

const shown = (value: number): string =>
  Math.abs(value) >= 1000 ? grouped(Math.round(value)) : String(Math.round(value * 100) / 100);

/** Return the limit lines; of several with the same value only the first. */
const apartLimits = (limits: readonly CurveLimit[]): CurveLimit[] =>
  limits.filter((one, at) => limits.findIndex(({ value }) => value === one.value) === at);

/** The panel of all curves with one unit. At the right end it shows their last values, or the values at the cursor. */
export function CurvePanel({
  unit,
  curves,
  frame,
  isFirst,
}: {
  unit: string;
  curves: readonly Curve[];
  frame: PanelFrame;
  /** The first panel also shows the labels of the shaded spans. */ isFirst: boolean;
}): ReactElement {
  const t = useT();
  const { x, width, left, right, ticks: moments, cursor } = frame;
  const limits = apartLimits(curves.flatMap((one) => one.limits ?? []));
  const all = [
    ...curves.flatMap(({ points }) => points.flatMap(([, value]) => (value === null ? [] : [value]))),
    ...limits.map(({ value }) => value),
  ];
  const ticks = all.length > 0 ? valueTicks(Math.min(...all), Math.max(...all)) : [0, 1];
  const [low, high] = [ticks[0], lastOf(ticks)];
  const y = (value: number): number => PANEL - PAD - ((value - low) / (high - low || 1)) * (PANEL - 2 * PAD);
  const ends = curves
    .map((curve, at) => ({
      curve,
      at,
      last: cursor === null ? curve.points.findLast(([, value]) => value !== null) : nearest(curve.points, cursor),
    }))
    .toSorted((a, b) => y(a.last?.[1] ?? low) - y(b.last?.[1] ?? low));
  const places = apart(
    ends.map(({ last }) => y(last?.[1] ?? low)),
    LINE,
    PANEL,
  );
  return (
    <div className="curve-panel">
      <p className="curve-head">
        {frame.isNarrow ? (
          ends.map(({ curve, at, last }) => <End key={curve.key} curve={curve} at={at} last={last} />)
        ) : (
          <>
            {curves.length === 1 && <b>{t(curves[0].name)}</b>} {unit}
          </>
        )}
      </p>
      <div className="curve-body">
        <svg width={width} height={PANEL}>
          <Bands frame={frame} isLabelled={isFirst} />
          {moments.map((at) => (
            <line key={at} className="grid" x1={x(at)} x2={x(at)} y1={0} y2={PANEL} />
          ))}
          {ticks.map((value) => (
            <g key={value}>
              <line className="grid" x1={left} x2={right} y1={y(value)} y2={y(value)} />
              <text x={left - 8} y={y(value) + 4} className="tick" textAnchor="end">
                {shown(value)}
              </text>
            </g>
          ))}
          {limits.map(({ value, tone, word }) => (
            <g key={`${value} ${tone}`} className="limit" data-tone={tone}>
              <line x1={left} x2={right} y1={y(value)} y2={y(value)} />
              <text x={right - 4} y={y(value) + (tone === 'green' ? -4 : 12)} textAnchor="end">
                {t(word)}
              </text>
            </g>
          ))}
          {curves.map((curve, at) => (
            <Runs key={curve.key} curve={curve} at={at} frame={frame} y={y} />
          ))}
          {ends.map(
            ({ curve, at, last }) =>
              last && (
                <circle key={curve.key} className="end-dot" data-at={at} cx={x(last[0])} cy={y(last[1]!)} r={2.5} />
              ),
          )}
          {cursor !== null && <line className="cursor" x1={x(cursor)} x2={x(cursor)} y1={0} y2={PANEL} />}
        </svg>
        {!frame.isNarrow &&
          ends.map(({ curve, at, last }, place) => (
            <End
              key={curve.key}
              curve={curve}
              at={at}
              last={last}
              style={{ left: right + 10, top: places[place] - 9 }}
            />
          ))}
      </div>
    </div>
  );
}

/** Shaded spans behind the curves. */
function Bands({
  frame: { bands, x, left, right },
  isLabelled,
}: {
  frame: PanelFrame;
  isLabelled: boolean;
}): ReactElement[] {
  const t = useT();
  return bands.map(({ from, until, tone, word }) => {
    const [begin, end] = [Math.max(left, x(from)), Math.min(right, x(until))];
    return (
      <g key={`${from} ${tone}`} className="band" data-tone={tone}>
        <rect x={begin} y={0} width={Math.max(0, end - begin)} height={PANEL} />
        {isLabelled && word && end - begin > ROOM && (
          <text x={(begin + end) / 2} y={12} textAnchor="middle">
            {t(word)}
          </text>
        )}
      </g>
    );
  });
}

/** The line of a curve in several pieces, so that gaps stay empty; a single point is a dot. */
function Runs({
  curve,
  at,
  frame: { x, gapMs },
  y,
}: {
  curve: Curve;
  at: number;
  frame: PanelFrame;
  y: (value: number) => number;
}): ReactElement[] {
  return heldRuns(runsOf(curve.points, curve.gapMs ?? gapMs), curve.heldUntil).map((run) =>
    run.length === 1 ? (
      <circle key={run[0][0]} className="curve-dot" data-at={at} cx={x(run[0][0])} cy={y(run[0][1])} r={1.5} />
    ) : (
      <polyline
        key={run[0][0]}
        className="curve"
        fill="none"
        data-at={at}
        points={run.map(([moment, value]) => `${x(moment).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
      />
    ),
  );
}

/**
 * The name and the value of a curve at its end. Where there is too little room the name is cut off, never the value.
 */
function End({
  curve,
  at,
  last,
  style,
}: {
  curve: Curve;
  at: number;
  last: Point | undefined;
  style?: { readonly left: number; readonly top: number };
}): ReactElement {
  const t = useT();
  return (
    <span className="curve-end" data-at={at} style={style} title={t(curve.name)}>
      <span>{t(curve.name)}</span>
      <b>
        {last ? shown(last[1]!) : '—'} {curve.unit}
      </b>
    </span>
  );
}
