import { type ReactElement, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import type { Ranked } from '../board.calls.ts';
import { useBoard } from '../state/board-store.view.tsx';
import type { BoardData } from '../state/use-board-data.view.tsx';
import { findsSpots, windowAt } from '../state/use-drag.view.tsx';
import { useVisibleRows } from '../state/use-visible-rows.view.tsx';
import { clockOf } from '../state/words.view.tsx';
import { TimelineRow } from './row.view.tsx';
import { Legend } from './legend.view.tsx';
import { ROW_PX, type TimeScale, momentAt, timeScaleOf, shows, scaleWidth, xOf } from './timeline.rules.ts';

export const NAME_PX = 184;
const HEAD_PX = 36;
/** Distance from an edge at which dragging scrolls. */
const EDGE_PX = 36;
const STEP_PX = 14;

/** Scroll the rows during a drag near their upper or lower edge. */
export function scrollAtEdge(element: HTMLElement, y: number): void {
  const box = element.getBoundingClientRect();
  if (y < box.top + HEAD_PX + EDGE_PX && y > box.top) element.scrollBy(0, -STEP_PX);
  else if (y > box.bottom - EDGE_PX && y < box.bottom) element.scrollBy(0, STEP_PX);
}

function useSpots(box: RefObject<HTMLDivElement | null>, data: BoardData, scale: TimeScale): void {
  useEffect(
    () =>
      findsSpots((x, y, placing, grabbed) => {
        const element = box.current;
        if (!element) return null;
        scrollAtEdge(element, y);
        const at = element.getBoundingClientRect();
        const [left, top] = [x - at.left - NAME_PX, y - at.top - HEAD_PX];
        if (left < -4 || top < 0 || x > at.right || y > at.bottom) return null;
        const own =
          placing.kind === 'resize'
            ? data.rows.find((one) => one.technicianId === placing.visit?.technicianId)
            : data.rows[Math.floor((top + element.scrollTop) / ROW_PX)];
        if (!own) return null;
        return {
          technicianId: own.technicianId,
          technicianName: own.name,
          ...windowAt(placing, momentAt(left + element.scrollLeft - (grabbed / 60) * scale.hour, scale)),
        };
      }),
    [data.rows, scale],
  );
}

function Hours({ scale, now }: { scale: TimeScale; now: string }): ReactElement {
  const even = scale.first + (scale.first % 2);
  const hours = Array.from({ length: Math.floor((scale.last - even) / 2) + 1 }, (_, at) => even + at * 2);
  return (
    <div className="hours" aria-hidden style={{ width: scaleWidth(scale) }}>
      {hours.map((hour) => (
        <span
          key={hour}
          style={{ left: (hour - scale.first) * scale.hour }}
          data-edge={hour === scale.first ? 'first' : hour === scale.last ? 'last' : undefined}
        >
          {String(hour).padStart(2, '0')}:00
        </span>
      ))}
      {shows(now, scale) && <b style={{ left: xOf(now, scale) }}>{clockOf(now)}</b>}
    </div>
  );
}

interface TimelineProps {
  readonly data: BoardData;
  readonly now: string;
  readonly candidates: readonly Ranked[] | undefined;
  readonly mayMove: boolean;
  readonly mayTransfer: boolean;
  readonly box: RefObject<HTMLDivElement | null>;
}

/** The technicians and their day, one row each. Only visible rows are rendered. */
export function Timeline({ data, now, candidates, mayMove, mayTransfer, box }: TimelineProps): ReactElement {
  const t = useT();
  const { board, rows } = data;
  const { first, last, width } = useVisibleRows(box, rows.length, ROW_PX);
  const mayLeave = useMay(leaveForm);
  const chosenId = useBoard((state) => state.visitId);
  const inner = useRef<HTMLDivElement>(null);
  const day = board?.from ?? '';
  const scale = useMemo(() => {
    const spans = rows
      .flatMap((one) => one.visits)
      .filter((one) => one.from.slice(0, 10) === day && one.to.slice(0, 10) === day);
    return timeScaleOf(day || '2000-01-01', spans, width - NAME_PX);
  }, [rows, day, width]);
  useSpots(box, data, scale);
  const ranks = useMemo(
    () =>
      new Map(
        (candidates ?? [])
          .filter((one) => one.score > 0)
          .slice(0, 3)
          .map((one, at) => [one.technicianId, at + 1]),
      ),
    [candidates],
  );
  const [planned, whole] = useMemo(
    () =>
      rows.reduce(
        ([a, b], one) => {
          const of = one.days.find((its) => its.day === day);
          return [a + (of?.loadMinutes ?? 0), b + (of?.works ? one.capacityMinutes : 0)];
        },
        [0, 0],
      ),
    [rows, day],
  );
  const lunch = board
    ? {
        left: xOf(`${scale.day} ${board.lunch.from}:00`, scale),
        width: xOf(`${scale.day} ${board.lunch.to}:00`, scale) - xOf(`${scale.day} ${board.lunch.from}:00`, scale),
      }
    : null;
  return (
    <section className="timeline" aria-label={t(['排程', 'Schedule'])}>
      <div
        ref={box}
        className="timeline-scroll"
        role="grid"
        tabIndex={0}
        aria-label={t(['技师与时间', 'Technicians and time'])}
        aria-rowcount={rows.length}
        aria-busy={!board}
      >
        <div className="timeline-head" role="row" style={{ width: NAME_PX + scaleWidth(scale) }}>
          <div className="timeline-corner" role="columnheader">
            <b>{t(['技师', 'Technician'])}</b> <span className="quiet">{board && rows.length}</span>
            <span className="quiet timeline-load">
              {board && `${t(['负荷', 'Load'])} ${whole ? Math.round((planned / whole) * 100) : 0}%`}
            </span>
          </div>
          <div role="columnheader" aria-label={t(['时间', 'Time'])}>
            <Hours scale={scale} now={now} />
          </div>
        </div>
        <div
          ref={inner}
          className="timeline-rows"
          role="rowgroup"
          style={
            {
              height: rows.length * ROW_PX,
              width: NAME_PX + scaleWidth(scale),
              '--hour': `${scale.hour}px`,
              '--even': `${(scale.first % 2) * scale.hour}px`,
            } as React.CSSProperties
          }
        >
          {lunch && <i className="lunch" style={{ left: NAME_PX + lunch.left, width: lunch.width }} aria-hidden />}
          {board &&
            rows
              .slice(first, last)
              .map((one, at) => (
                <TimelineRow
                  key={one.technicianId}
                  of={one}
                  at={first + at}
                  board={board}
                  scale={scale}
                  rank={ranks.get(one.technicianId) ?? 0}
                  chosenId={chosenId}
                  mayMove={mayMove}
                  mayTransfer={mayTransfer}
                  mayOff={mayLeave('takeOff')}
                />
              ))}
          {shows(now, scale) && <i className="now-line" style={{ left: NAME_PX + xOf(now, scale) }} aria-hidden />}
        </div>
        {board && rows.length === 0 && (
          <p className="timeline-none quiet">
            {t(['没有可看的技师，请换个班组', 'No technicians to show: choose other teams'])}
          </p>
        )}
      </div>
      <Legend />
    </section>
  );
}
