import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { momentOf } from '../i18n/company-time.ts';
import { useT } from '../i18n/words.ts';
import type { PanelFrame } from './curves.ts';

/** A span with a label, in a row below the curves. */
export interface LaneSpan {
  readonly key?: string;
  readonly from: number;
  readonly until: number;
  readonly tone: 'green' | 'grey' | 'red' | 'amber' | 'blue';
  readonly word: Label;
  /** Show the label beside the span; absent: as a hint on hover. */ readonly isLabelled?: boolean;
  /** Address that a click opens. */ readonly to?: string;
  /** Draw a moment: a filled dot, or a ring for one that is not over. Absent: a bar. */ readonly mark?: 'dot' | 'ring';
}

/** A row of spans below the curves, with its name on the left. */
export interface CurveLane {
  readonly name: Label;
  readonly spans: readonly LaneSpan[];
  /** Words at the right end, such as the share of a state. */ readonly end?: Label;
}

const LANE = 30;
const AXIS = 22;
/** Minimum drawn width of a span, in px. */
const LEAST = 4;

/** Rows of spans (`lanes`), with the time axis below them. */
export function TimeAxis({
  lanes,
  from,
  until,
  frame: { width, right, isNarrow, x, ticks, cursor },
}: {
  lanes: readonly CurveLane[];
  from: number;
  until: number;
  frame: PanelFrame;
}): ReactElement {
  const t = useT();
  const go = useNavigate();
  const height = lanes.length * LANE + AXIS;
  return (
    <svg width={width} height={height}>
      {ticks.map((at) => (
        <line key={at} className="grid" x1={x(at)} x2={x(at)} y1={0} y2={height - AXIS} />
      ))}
      {lanes.map(({ name, spans, end: words }, at) => (
        <g key={name[0]}>
          <text x={0} y={at * LANE + 20} className="name">
            {t(name)}
          </text>
          {words && !isNarrow && (
            <text x={right + 10} y={at * LANE + 20} className="name">
              {t(words)}
            </text>
          )}
          {spans.map((span) => {
            const begin = x(Math.max(from, span.from));
            const end = Math.max(begin + LEAST, x(Math.min(until, span.until)));
            const isLeft = end > width / 2;
            return (
              <g
                key={span.key ?? span.from}
                data-to={span.to !== undefined}
                onClick={span.to === undefined ? undefined : () => void go(must(span.to, 'to'))}
              >
                {span.mark ? (
                  <circle
                    className="moment"
                    data-tone={span.tone}
                    data-mark={span.mark}
                    cx={begin}
                    cy={at * LANE + 16}
                    r={4}
                  >
                    <title>{t(span.word)}</title>
                  </circle>
                ) : (
                  <line
                    className="span"
                    data-tone={span.tone}
                    x1={begin}
                    x2={end}
                    y1={at * LANE + 16}
                    y2={at * LANE + 16}
                  >
                    <title>{t(span.word)}</title>
                  </line>
                )}
                {span.isLabelled && (
                  <text
                    className="span-word"
                    data-tone={span.tone}
                    x={isLeft ? begin - 8 : end + 8}
                    y={at * LANE + 20}
                    textAnchor={isLeft ? 'end' : 'start'}
                  >
                    {t(span.word)}
                  </text>
                )}
              </g>
            );
          })}
        </g>
      ))}
      {ticks.map((at) => {
        const words = momentOf(new Date(at));
        return (
          <text key={at} x={x(at)} y={height - 6} className="tick" textAnchor="middle">
            {words.slice(11, 16) === '00:00' ? words.slice(5, 10) : words.slice(11, 16)}
          </text>
        );
      })}
      {cursor !== null && (
        <text className="at" x={x(cursor)} y={height - 6} textAnchor="middle">
          {momentOf(new Date(cursor)).slice(5, 16)}
        </text>
      )}
    </svg>
  );
}
