import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { addDays, weekdayOf } from '#kernel/language/days.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { type CalendarShown, DayCell, moveMarks } from './calendar-grid.view.tsx';

/** On a phone: one team and one of the six weeks. */
export function CalendarWeek({ calendar, cell, choose, moving }: CalendarShown): ReactElement | null {
  const t = useT();
  const items = useDictionary(customerServiceTeam);
  const { teams, days, limit, today, from, to } = calendar;
  const team = teams.find((one) => one.team === cell?.team) ?? teams[0];
  if (!team || !cell) return null;
  const monday = addDays(cell.day, 1 - weekdayOf(cell.day));
  const week = days.filter(({ day }) => day >= monday && day <= addDays(monday, 6));
  const byWeeks = (weeks: number): void => choose({ team: team.team, day: addDays(cell.day, 7 * weeks) });
  return (
    <section className="plan-one" aria-label={t(['一周负荷', 'Load of a week'])}>
      <header>
        <ChoiceBox
          label={t(['班组', 'Team'])}
          value={team.team}
          items={teams.map((one) => ({
            key: one.team,
            label: items.find(({ key }) => key === one.team)?.label ?? one.team,
          }))}
          onChange={(key) => choose({ team: key, day: cell.day })}
        />
        <span className="spring" />
        <button
          type="button"
          className="icon-button"
          disabled={addDays(monday, -7) < from}
          aria-label={t(['前一周', 'Week before'])}
          onClick={() => byWeeks(-1)}
        >
          <ChevronLeft size={18} aria-hidden />
        </button>
        <span>{t([`${monday.slice(5)} 这一周`, `week of ${monday.slice(5)}`])}</span>
        <button
          type="button"
          className="icon-button"
          disabled={addDays(monday, 13) > to}
          aria-label={t(['后一周', 'Week after'])}
          onClick={() => byWeeks(1)}
        >
          <ChevronRight size={18} aria-hidden />
        </button>
      </header>
      <div className="plan-week-row" role="group">
        {week.map(({ day, kind, name }) => {
          const of = team.days.find((one) => one.day === day);
          if (!of) return null;
          return (
            <button
              key={day}
              type="button"
              className="plan-cell"
              aria-pressed={day === cell.day}
              aria-label={t([
                `${day} ${of.count} 次${name && `，${name}`}`,
                `${day}: ${of.count} visits${name && `, ${name}`}`,
              ])}
              data-today={day === today || undefined}
              {...moveMarks(moving, team.team, day)}
              onClick={() => choose({ team: team.team, day })}
            >
              <small>{Number(day.slice(8))}</small>
              <DayCell of={of} limit={limit} kind={kind} />
            </button>
          );
        })}
      </div>
    </section>
  );
}
