import { must } from '#kernel/language/must.ts';
import { type ReactElement, type RefObject, memo, useEffect, useMemo } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { BoardAnswer, BoardOrder, BoardTechnician, Ranked } from '../board.calls.ts';
import { chooseCell, useBoard } from '../state/board-store.view.tsx';
import type { BoardData } from '../state/use-board-data.view.tsx';
import { findsSpots } from '../state/use-drag.view.tsx';
import { useVisibleRows } from '../state/use-visible-rows.view.tsx';
import { clockOf, shortDay, useWords } from '../state/words.view.tsx';
import { TechnicianCell } from '../timeline/technician-cell.view.tsx';
import { NAME_PX, scrollAtEdge } from '../timeline/timeline.view.tsx';
import { ROW_PX, loadTone } from '../timeline/timeline.rules.ts';
import { type Cell, weekCellOf, fitOf } from './week.rules.ts';
import './week.css';

const HEAD_PX = 48;

interface DayCellProps {
  readonly of: BoardTechnician;
  readonly cell: Cell;
  readonly chosen: boolean;
  readonly fits: boolean;
}

function DayCell({ of, cell, chosen, fits }: DayCellProps): ReactElement {
  const t = useT();
  const words = useWords();
  const here = useBoard((state) =>
    state.placing?.technicianId === of.technicianId && state.placing.from.slice(0, 10) === cell.day
      ? `${clockOf(state.placing.from)}–${clockOf(state.placing.to)}`
      : '',
  );
  if (cell.away)
    return (
      <button
        type="button"
        className="day-cell"
        data-away="true"
        aria-pressed={chosen}
        onClick={() => chooseCell(of.technicianId, cell.day)}
      >
        <b>{words.leave.of(cell.away)}</b>
      </button>
    );
  if (!cell.works && cell.count === 0)
    return (
      <div className="day-cell" data-rest="true">
        {t(['休', 'Off'])}
      </div>
    );
  const share = Math.round(cell.share * 100);
  return (
    <button
      type="button"
      className="day-cell"
      data-tone={loadTone(cell.minutes, of.capacityMinutes)}
      data-fits={fits}
      data-here={here !== ''}
      aria-pressed={chosen}
      onClick={() => chooseCell(of.technicianId, cell.day)}
    >
      <span className="sr-only">
        {of.name} {cell.day}
        {fits && t(['，可放所选单', ', the chosen order fits'])}
      </span>
      {here ? (
        <b className="day-here">{here}</b>
      ) : (
        <>
          <b>{t([`${cell.count}单`, `${cell.count}`])}</b>
          <small>{share}%</small>
        </>
      )}
      <span className="day-boxes" aria-hidden>
        {cell.boxes.map((full, at) => (
          <i key={at}>
            <u style={{ width: `${full * 100}%` }} />
          </i>
        ))}
      </span>
    </button>
  );
}

interface WeekRowProps {
  readonly of: BoardTechnician;
  readonly at: number;
  readonly board: BoardAnswer;
  readonly rank: number;
  readonly order: BoardOrder | undefined;
  readonly chosenDay: string;
}

const WeekRow = memo(function WeekRow({ of, at, board, rank, order, chosenDay }: WeekRowProps): ReactElement {
  const cells = useMemo(() => board.days.map((day) => weekCellOf(of, day)), [of, board.days]);
  const fits = useMemo(
    () => board.days.map((day) => (order ? fitOf(board, of, day, order) !== null : false)),
    [board, of, order],
  );
  const here = useBoard((state) => state.placing?.technicianId === of.technicianId);
  const works = cells.filter((one) => one.works && !one.away).length;
  return (
    <div
      className="row"
      role="row"
      aria-rowindex={at + 1}
      data-technician={of.technicianId}
      data-here={here}
      style={{ top: at * ROW_PX }}
    >
      <TechnicianCell
        of={of}
        skills={board.skills}
        minutes={cells.reduce((sum, one) => sum + one.minutes, 0)}
        capacity={works * of.capacityMinutes}
        more={0}
        rank={rank}
      />
      {cells.map((cell, index) => (
        <div key={cell.day} role="gridcell" className="week-slot">
          <DayCell of={of} cell={cell} chosen={chosenDay === cell.day} fits={fits[index]} />
        </div>
      ))}
    </div>
  );
});

function useWeekSpots(box: RefObject<HTMLDivElement | null>, data: BoardData): void {
  useEffect(
    () =>
      findsSpots((x, y, placing) => {
        const element = box.current;
        const { board, rows } = data;
        if (!element || !board || placing.kind !== 'assign' || !placing.order) return null;
        scrollAtEdge(element, y);
        const at = element.getBoundingClientRect();
        const [left, top] = [x - at.left - NAME_PX + element.scrollLeft, y - at.top - HEAD_PX];
        const own = rows[Math.floor((top + element.scrollTop) / ROW_PX)];
        const day = board.days[Math.floor((left / (element.scrollWidth - NAME_PX)) * board.days.length)];
        if (left < 0 || top < 0 || y > at.bottom || !own || !day) return null;
        const window = fitOf(board, own, day, { ...placing.order, minutes: placing.minutes });
        return window && { technicianId: own.technicianId, technicianName: own.name, ...window };
      }),
    [data],
  );
}

function DayHead({ data, at }: { data: BoardData; at: number }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const day = must(data.board, 'board').days[at];
  const [count, minutes, whole] = useMemo(
    () =>
      data.rows.reduce(
        ([n, a, b], one) => [
          n + one.visits.filter((visit) => visit.from.slice(0, 10) === day).length,
          a + one.days[at].loadMinutes,
          b + (one.days[at].works ? one.capacityMinutes : 0),
        ],
        [0, 0, 0],
      ),
    [data.rows, day, at],
  );
  const today = day === must(data.board, 'board').now.slice(0, 10);
  return (
    <div className="week-day" role="columnheader" data-today={today}>
      <b>{today ? t([`今天 ${Number(day.slice(8))}`, `Today ${Number(day.slice(8))}`]) : shortDay(day, language)}</b>
      <small>
        {t([`${count} 单`, `${count}`])} <span>{whole ? Math.round((minutes / whole) * 100) : 0}%</span>
      </small>
    </div>
  );
}

interface WeekProps {
  readonly data: BoardData;
  readonly order: BoardOrder | undefined;
  readonly candidates: readonly Ranked[] | undefined;
  readonly box: RefObject<HTMLDivElement | null>;
}

/**
 * Seven days of all technicians: number of visits, load and slots. A day into which the chosen order fits is dashed.
 */
export function BoardWeek({ data, order, candidates, box }: WeekProps): ReactElement {
  const t = useT();
  const { board, rows } = data;
  const cell = useBoard((state) => state.cell);
  useWeekSpots(box, data);
  const { first, last } = useVisibleRows(box, rows.length, ROW_PX);
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
  return (
    <section className="timeline week" aria-label={t(['一周排程', 'Schedule of the week'])}>
      <div
        ref={box}
        className="timeline-scroll"
        role="grid"
        tabIndex={0}
        aria-label={t(['技师与日期', 'Technicians and days'])}
        aria-rowcount={rows.length}
        aria-busy={!board}
      >
        <div className="timeline-head" role="row">
          <div className="timeline-corner" role="columnheader">
            <b>{t(['技师', 'Technician'])}</b> <span className="quiet">{rows.length}</span>
          </div>
          {board?.days.map((day, at) => (
            <DayHead key={day} data={data} at={at} />
          ))}
        </div>
        <div className="timeline-rows" role="rowgroup" style={{ height: rows.length * ROW_PX }}>
          {board &&
            rows
              .slice(first, last)
              .map((one, at) => (
                <WeekRow
                  key={one.technicianId}
                  of={one}
                  at={first + at}
                  board={board}
                  rank={ranks.get(one.technicianId) ?? 0}
                  order={order}
                  chosenDay={cell?.technicianId === one.technicianId ? cell.day : ''}
                />
              ))}
        </div>
      </div>
      <footer className="legend">
        <span>
          <span className="day-boxes" aria-hidden>
            <i>
              <u style={{ width: '100%' }} />
            </i>
            <i>
              <u style={{ width: '100%' }} />
            </i>
            <i>
              <u style={{ width: '50%' }} />
            </i>
            <i />
            <i />
          </span>
          {t(['五个时段：上午 2 · 下午 2 · 晚 1', 'Five slots: 2 before noon, 2 after, 1 in the evening'])}
        </span>
        <span>
          <i className="legend-fits" aria-hidden />
          {t(['可放所选单', 'the chosen order fits'])}
        </span>
        <span className="spring" />
        <span className="tone-amber">
          <i className="legend-bar" aria-hidden />
          {t(['负荷 92% 以上', 'load above 92 %'])}
        </span>
        <span className="tone-red">
          <i className="legend-bar" aria-hidden />
          {t(['超负荷', 'too much'])}
        </span>
      </footer>
    </section>
  );
}
