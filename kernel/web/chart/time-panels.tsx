import { type KeyboardEvent, type PointerEvent, type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '../i18n/words.ts';
import { CurvePanel } from './curve-panel.tsx';
import type { Curve, CurveBand, PanelFrame } from './curves.ts';
import { type CurveLane, TimeAxis } from './time-axis.tsx';
import { timeTicks } from './time-scale.rules.ts';
import { useWidth } from './use-width.ts';
import './time-panels.css';

interface PanelsProps {
  readonly curves: readonly Curve[];
  readonly from: number;
  readonly until: number;
  /** Maximum time between two connected points, in ms; a longer one is a gap. */ readonly gapMs: number;
  readonly lanes?: readonly CurveLane[];
  /** Spans shaded behind the curves. */ readonly bands?: readonly CurveBand[];
  readonly label: Label;
  /** Offset of the company's time zone from UTC, in ms. */ readonly aheadMs: number;
}

const LEFT = 52;
/** Width in px for names and values at the right end of curves. On a narrow page they are above the panel. */
const ENDS = 196;
const NARROW = 620;
/** Width in px that the label of a tick needs. */
const TICK = 74;

/**
 * Panels of curves, one per unit, with a common time axis and rows of spans (`lanes`) below. Arrow keys move the
 * cursor. Screen readers get the same values as a table.
 */
export function TimePanels({
  curves,
  from,
  until,
  gapMs,
  lanes = [],
  bands = [],
  label,
  aheadMs,
}: PanelsProps): ReactElement {
  const t = useT();
  const [box, width] = useWidth();
  const [cursor, setCursor] = useState<number | null>(null);
  const panels = [...new Set(curves.map(({ unit }) => unit))].map(
    (unit) => [unit, curves.filter((one) => one.unit === unit)] as const,
  );
  const isNarrow = width < NARROW;
  const right = width - (isNarrow ? 12 : ENDS);
  const inside = Math.max(1, right - LEFT);
  const frame: PanelFrame = {
    width,
    left: LEFT,
    right,
    isNarrow,
    x: (at) => LEFT + ((at - from) / Math.max(1, until - from)) * inside,
    ticks: timeTicks(from, until, aheadMs, Math.max(2, Math.floor(inside / TICK))),
    gapMs,
    cursor,
    bands,
  };
  const step = (until - from) / 100;
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setCursor((now) => Math.min(until, Math.max(from, (now ?? until) + by)));
  };
  const point = (event: PointerEvent<HTMLElement>): void => {
    const at =
      from + ((event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / inside) * (until - from);
    setCursor(at >= from && at <= until ? at : null);
  };
  return (
    <figure className="time-panels">
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- the cursor moves by keys */}
      <div
        ref={box}
        role="img"
        aria-label={t(label)}
        tabIndex={0}
        onKeyDown={move}
        onPointerMove={point}
        onPointerLeave={() => setCursor(null)}
      >
        {panels.map(([unit, mine], at) => (
          <CurvePanel key={unit} unit={unit} curves={mine} frame={frame} isFirst={at === 0} />
        ))}
        <TimeAxis lanes={lanes} from={from} until={until} frame={frame} />
      </div>
    </figure>
  );
}
