import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import type { PlanCalendar } from '../plan-calendar.calls.ts';

const WEEK = 7;

const LEGEND = [
  ['booked', ['保养，已约', 'Plans, booked']],
  ['planned', ['保养，未约', 'Plans, not booked']],
  ['known', ['别的活', 'Other work']],
  ['usual', ['平常还会来', 'Usual repairs']],
] as const;

/** Span of the calendar with its arrows, filters, and the legend of the bars. */
export function CalendarHead({
  calendar,
  move,
  children,
}: {
  calendar: PlanCalendar | undefined;
  /** Move the span by days; null: to the present week. */
  move: (days: number | null) => void;
  children: ReactNode;
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
      {children}
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
