import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import type { PlanCalendar, TeamDayShape } from '../plan-calendar.calls.ts';
import { barOf, isWithinWindow, shareOfDay, toneOfShare, calendarWeeks } from './calendar-words.rules.ts';
import type { Moving } from './use-move.view.tsx';

/** The chosen cell: a team and a day. */
export interface PlanCell {
  readonly team: string;
  readonly day: string;
}

/** Inputs of a view of the calendar's cells. */
export interface CalendarShown {
  readonly calendar: PlanCalendar;
  readonly cell: PlanCell | null;
  readonly choose: (cell: PlanCell) => void;
  /** The visit that is moved; the days outside its window are pale. */
  readonly moving: Moving | null;
}

const KINDS = { work: undefined, rest: 'rest', statutory: 'statutory' } as const;

/** The bar of a day and the number of its visits. */
export function DayCell({
  of,
  limit,
  kind,
}: {
  of: TeamDayShape;
  limit: number;
  kind: keyof typeof KINDS;
}): ReactElement {
  const tone = toneOfShare(shareOfDay(of), limit);
  return (
    <>
      <span className="plan-bar" data-kind={KINDS[kind]} aria-hidden>
        {kind === 'work' && <i className="plan-limit" style={{ bottom: `${(limit * 100) / 110}%` }} />}
        {barOf(of).map((part) => (
          <i key={part.kind} data-part={part.kind} style={{ height: `${part.height}%` }} />
        ))}
      </span>
      <b data-tone={tone}>{of.count || (kind === 'work' ? '·' : '')}</b>
    </>
  );
}

/** Marks of a cell while a visit is moved: its goal, or outside its window. */
export const moveMarks = (moving: Moving | null, team: string, day: string) => ({
  'data-goal': (moving?.team === team && moving.day === day) || undefined,
  'data-outside': (moving && (moving.team !== team || !isWithinWindow(moving.row, day))) || undefined,
});

/** Six weeks of every team: minutes of each day, and the number of planned visits. */
export function CalendarGrid({ calendar, cell, choose, moving }: CalendarShown): ReactElement {
  const t = useT();
  const { days, teams, limit, today } = calendar;
  const kindOf = new Map(days.map(({ day, kind }) => [day, kind]));
  const nameOf = new Map(days.map(({ day, name }) => [day, name]));
  const label = (of: TeamDayShape): string => {
    const share = shareOfDay(of);
    return t([
      `${of.day} ${of.count} 次，负荷 ${share}%${nameOf.get(of.day) ? `，${nameOf.get(of.day)}` : ''}`,
      `${of.day}: ${of.count} visits, load ${share}%${nameOf.get(of.day) ? `, ${nameOf.get(of.day)}` : ''}`,
    ]);
  };
  return (
    <div className="plan-grid" role="grid" aria-label={t(['六周负荷', 'Load of six weeks'])}>
      <div className="plan-row plan-days" role="row">
        <span className="plan-team" role="columnheader">
          {t(['班组', 'Team'])} <small>{t(['次数', 'Visits'])}</small>
        </span>
        {calendarWeeks(days).map((week) => (
          <span key={week.first} className="plan-week" role="presentation">
            <small>{week.first.slice(5)}</small>
            <span>
              {week.days.map(({ day, kind }) => (
                <em key={day} role="columnheader" data-today={day === today || undefined} data-kind={KINDS[kind]}>
                  {Number(day.slice(8))}
                </em>
              ))}
            </span>
          </span>
        ))}
      </div>
      {teams.map((team) => (
        <div key={team.team} className="plan-row" role="row">
          <span className="plan-team" role="rowheader">
            <KeyWord of={customerServiceTeam} value={team.team} />
            <small>{t([`${team.people} 人，${team.count} 次`, `${team.people} people, ${team.count} visits`])}</small>
          </span>
          {team.days.map((of) => {
            const isChosen = cell?.team === team.team && cell.day === of.day;
            return (
              <button
                key={of.day}
                type="button"
                role="gridcell"
                className="plan-cell"
                aria-label={label(of)}
                aria-selected={isChosen}
                data-today={of.day === today || undefined}
                {...moveMarks(moving, team.team, of.day)}
                title={label(of)}
                onClick={() => choose({ team: team.team, day: of.day })}
              >
                <DayCell of={of} limit={limit} kind={kindOf.get(of.day) ?? 'work'} />
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
