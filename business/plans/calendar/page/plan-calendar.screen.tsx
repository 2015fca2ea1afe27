import { type ReactElement, useCallback, useState } from 'react';
import { addDays } from '#kernel/language/days.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { planOccurrence } from '../../occurrence/plan-occurrence.paper.ts';
import { planBundles, planCalendar } from '../plan-calendar.calls.ts';
import { BundlesPanel } from './bundles-panel.view.tsx';
import { FilterChips, useCalendarFilters } from './calendar-filters.view.tsx';
import { CalendarGrid, type PlanCell } from './calendar-grid.view.tsx';
import { CalendarHead } from './calendar-head.view.tsx';
import { CalendarFailed, CalendarSum, CalendarWaiting } from './calendar-parts.view.tsx';
import { CalendarWeek } from './calendar-week.view.tsx';
import { DayPanel } from './day-panel.view.tsx';
import { OverdueRail } from './overdue-rail.view.tsx';
import { useCell } from './use-cell.view.tsx';
import { useTeamDay } from './use-team-day.view.tsx';
import { useMove } from './use-move.view.tsx';
import { usePushVisits } from './use-push.view.tsx';
import { useTrips } from './use-trips.view.tsx';
import './plan-calendar.css';

/** Six weeks of the teams, the chosen day, trips that serve several homes, and what is overdue. */
export default function PlanCalendarScreen(): ReactElement {
  const [from, setFrom] = useState<string | null>(null);
  const { filters, sent, change } = useCalendarFilters();
  const {
    data: calendar,
    error,
    refetch,
  } = useCall(planCalendar, { ...sent, ...(from && { from }) }, { quiet: true, keepsEarlier: true });
  const [cell, choose] = useCell(calendar);
  const { day, row, pickNext, refetch: dayAgain } = useTeamDay(cell, sent);
  const { planStatus: _states, ...places } = sent;
  const bundles = useCall(planBundles, places);
  const again = useCallback(() => {
    void refetch();
    void bundles.refetch();
    void dayAgain();
  }, [refetch, bundles.refetch, dayAgain]);
  const trips = useTrips(bundles.data, again);
  const { mayPush, busy: isPushing, push } = usePushVisits(again);
  const Cells = usePhone() ? CalendarWeek : CalendarGrid;
  const may = useMay(planOccurrence);
  const [mayRegister, mayMove] = [may('register'), may('edit')];
  const { moving, begin, moveTo } = useMove({
    calendar,
    picked: row && cell ? { row, team: cell.team, day: cell.day } : null,
    mayMove,
    done: (date) => {
      if (cell) choose({ team: cell.team, day: date });
      again();
    },
  });
  const onCell = (to: PlanCell): void => (moving && to.team === moving.team ? moveTo(to.day) : choose(to));
  useKeys([
    { keys: 'Space', label: ['选一次', 'Pick a visit'], run: pickNext, overPressed: true },
    ...(mayMove ? [{ keys: 'm', label: ['移到…', 'Move to…'] as const, run: begin }] : []),
    ...(mayRegister
      ? [{ keys: 'Enter', label: ['登记勾选的', 'Register the ticked trips'] as const, run: trips.register }]
      : []),
  ]);
  // Fast presses count from the span that was requested last, not from the shown one.
  const move = (days: number | null): void =>
    setFrom((last) => (days === null || !calendar ? null : addDays(last ?? calendar.from, days)));
  return (
    <div className="plan-calendar">
      <CalendarHead calendar={calendar} move={move}>
        <FilterChips filters={filters} change={change} />
      </CalendarHead>
      {error && !calendar && <CalendarFailed error={error} again={again} />}
      <div className="plan-body" aria-busy={!calendar}>
        <main>
          {calendar ? <Cells calendar={calendar} cell={cell} choose={onCell} moving={moving} /> : <CalendarWaiting />}
          {calendar && <CalendarSum calendar={calendar} />}
          <div className="plan-below">
            {calendar && cell && (
              <DayPanel
                {...{ calendar, cell, moving }}
                {...day}
                more={trips.minutesOn(cell.team, cell.day)}
                {...(mayMove && { move: begin })}
                {...(mayPush && !isPushing && { push })}
              />
            )}
            <BundlesPanel bundles={bundles.data} mayRegister={mayRegister} {...trips} />
          </div>
        </main>
        {calendar && <OverdueRail overdue={calendar.overdue} {...(mayPush && !isPushing && { push })} />}
      </div>
    </div>
  );
}
