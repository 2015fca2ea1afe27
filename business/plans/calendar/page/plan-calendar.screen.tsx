import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { addDays } from '#kernel/language/days.ts';
import { lifeOf } from '#kernel/language/paper.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { actOn } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { planOccurrence } from '../../occurrence/plan-occurrence.paper.ts';
import { type PlanCalendar, planBundles, planCalendar, plansOfDay } from '../plan-calendar.calls.ts';
import { type Bundles, BundlesPanel, bundleKey, idsOfTrips } from './bundles-panel.view.tsx';
import { CalendarGrid, type PlanCell } from './calendar-grid.view.tsx';
import { DayPanel } from './day-panel.view.tsx';
import { OverdueRail } from './overdue-rail.view.tsx';
import './plan-calendar.css';

const WEEK = 7;

/** The chosen cell, which the arrow keys move; today of the first team until one is chosen. */
function useCell(calendar: PlanCalendar | undefined): [PlanCell | null, (cell: PlanCell) => void] {
  const [chosen, choose] = useState<PlanCell | null>(null);
  const first = calendar?.teams[0];
  const start = first && { team: first.team, day: calendar.today < calendar.from ? calendar.from : calendar.today };
  const cell = chosen ?? start ?? null;
  const step = (days: number, teams: number) => () => {
    if (!calendar || !cell) return;
    const at = calendar.teams.findIndex(({ team }) => team === cell.team);
    const { team } = calendar.teams[Math.max(0, Math.min(calendar.teams.length - 1, at + teams))];
    const day = addDays(cell.day, days);
    choose({ team, day: day < calendar.from ? calendar.from : day > calendar.to ? calendar.to : day });
  };
  useKeys([
    { keys: 'ArrowRight', label: ['后一天', 'Next day'], run: step(1, 0) },
    { keys: 'ArrowLeft', label: ['前一天', 'Day before'], run: step(-1, 0) },
    { keys: 'ArrowDown', label: ['下一班组', 'Next team'], run: step(0, 1) },
    { keys: 'ArrowUp', label: ['上一班组', 'Team before'], run: step(0, -1) },
  ]);
  return [cell, choose];
}

/** Ticked trips, all of them until somebody unticks one, and the act that registers them. */
function useTrips(bundles: Bundles | undefined, done: () => void) {
  const t = useT();
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const chosen = bundles?.filter((one) => !off.has(bundleKey(one))) ?? [];
  const tick = (key: string): void =>
    setOff((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]));
  const register = (): void => {
    if (busy || chosen.length === 0) return;
    setBusy(true);
    const action = lifeOf(planOccurrence).actions.register;
    // Trips of different days are different acts: each order wants the day of its trip.
    const days = [...new Set(chosen.map(({ day }) => day))];
    void (async () => {
      for (const expectDate of days) {
        const ids = idsOfTrips(chosen.filter(({ day }) => day === expectDate));
        await actOn(planOccurrence, 'register', action, { ids }, { expectDate }, { key: newKey(), quiet: true });
      }
      toast.good(t([`已登记 ${idsOfTrips(chosen).length} 次`, `${idsOfTrips(chosen).length} visits are registered`]));
    })()
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        toast.bad(error.message);
      })
      .finally(() => {
        setBusy(false);
        done();
      });
  };
  return { ticked: new Set(chosen.map(bundleKey)), tick, busy, register };
}

const LEGEND = [
  ['booked', ['保养，已约', 'Plans, booked']],
  ['planned', ['保养，未约', 'Plans, not booked']],
  ['known', ['别的活', 'Other work']],
  ['usual', ['平常还会来', 'Usual repairs']],
] as const;

function Head({
  calendar,
  move,
}: {
  calendar: PlanCalendar | undefined;
  move: (days: number | null) => void;
}): ReactElement {
  const t = useT();
  return (
    <header className="page-head">
      <h1>{t(['保养日历', 'Calendar of plans'])}</h1>
      <span className="plan-span">
        <button
          type="button"
          className="icon-button"
          aria-label={t(['前一周', 'Week before'])}
          onClick={() => move(-WEEK)}
        >
          <ChevronLeft size={16} aria-hidden />
        </button>
        <button type="button" className="plain" onClick={() => move(null)} title={t(['回到本周', 'This week'])}>
          {calendar ? t([`${calendar.from} 至 ${calendar.to}`, `${calendar.from} to ${calendar.to}`]) : '…'}
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t(['后一周', 'Next week'])}
          onClick={() => move(WEEK)}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
      </span>
      <Link className="button" to="/maintenance/asmaintain">
        {t(['列表', 'List'])}
      </Link>
      <span className="spring" />
      <span className="plan-legend">
        {LEGEND.map(([part, label]) => (
          <span key={part}>
            <i data-part={part} aria-hidden /> {t(label)}
          </span>
        ))}
        {calendar && <span>{t([`虚线 ${calendar.limit}%`, `dashed ${calendar.limit}%`])}</span>}
      </span>
    </header>
  );
}

/** Six weeks of the teams, the chosen day, trips that serve several homes, and what is overdue. */
export default function PlanCalendarScreen(): ReactElement {
  const t = useT();
  const [from, setFrom] = useState<string | null>(null);
  const {
    data: calendar,
    error,
    refetch,
  } = useCall(planCalendar, from ? { from } : {}, { quiet: true, keepsEarlier: true });
  const [cell, choose] = useCell(calendar);
  const day = useCall(
    plansOfDay,
    { team: cell?.team ?? '', date: cell?.day ?? '' },
    {
      enabled: cell !== null,
      keepsEarlier: true,
    },
  );
  const bundles = useCall(planBundles, {});
  const [picked, pick] = useState<string | null>(null);
  const again = useCallback(() => {
    void refetch();
    void bundles.refetch();
    void day.refetch();
  }, [refetch, bundles.refetch, day.refetch]);
  const trips = useTrips(bundles.data, again);
  const mayRegister = useMay(planOccurrence)('register');
  useEffect(() => pick(null), [cell?.team, cell?.day]);
  useKeys([
    ...(mayRegister
      ? [{ keys: 'Enter', label: ['登记勾选的', 'Register the ticked trips'] as const, run: trips.register }]
      : []),
  ]);
  const move = (days: number | null): void => setFrom(days === null || !calendar ? null : addDays(calendar.from, days));
  return (
    <div className="plan-calendar">
      <Head calendar={calendar} move={move} />
      {error && !calendar && (
        <div className="table-empty" role="alert">
          <b>{t(['日历没有读到', 'The calendar could not be read'])}</b>
          <span>{error.message}</span>
          <button type="button" className="button" onClick={again}>
            {t(['再试', 'Try again'])}
          </button>
        </div>
      )}
      <div className="plan-body" aria-busy={!calendar}>
        <main>
          {calendar ? (
            <CalendarGrid calendar={calendar} cell={cell} choose={choose} />
          ) : (
            <div className="plan-grid">
              {[0, 1, 2, 3, 4].map((at) => (
                <i key={at} className="skeleton plan-waiting" />
              ))}
            </div>
          )}
          {calendar && (
            <p className="plan-sum">
              {t([
                `六周 ${calendar.counts.visits} 次，${calendar.counts.contracts} 份方案`,
                `${calendar.counts.visits} visits of ${calendar.counts.contracts} contracts in six weeks`,
              ])}
              {calendar.counts.above > 0 && (
                <b data-tone="amber">
                  {t([
                    `过 ${calendar.limit}% ${calendar.counts.above} 天`,
                    `${calendar.counts.above} days above ${calendar.limit}%`,
                  ])}
                </b>
              )}
              {calendar.counts.over > 0 && (
                <b data-tone="red">
                  {t([`过 100% ${calendar.counts.over} 天`, `${calendar.counts.over} days above 100%`])}
                </b>
              )}
              <span className="spring" />
              <span className="quiet">
                {t(['落在假日的计划提前到前一个工作日', 'A plan on a holiday moves to the working day before'])}
              </span>
            </p>
          )}
          <div className="plan-below">
            {calendar && cell && (
              <DayPanel calendar={calendar} cell={cell} rows={day.data} picked={picked} pick={pick} />
            )}
            <BundlesPanel bundles={bundles.data} mayRegister={mayRegister} {...trips} />
          </div>
        </main>
        {calendar && <OverdueRail overdue={calendar.overdue} />}
      </div>
    </div>
  );
}
