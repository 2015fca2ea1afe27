import type { ReactElement } from 'react';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import type { PlanCalendar } from '../plan-calendar.calls.ts';

/** The calendar could not be read, and a button that reads it again. */
export function CalendarFailed({ error, again }: { error: Error; again: () => void }): ReactElement {
  const t = useT();
  return (
    <div className="table-empty" role="alert">
      <b>{t(['日历没有读到', 'The calendar could not be read'])}</b>
      <span>{error.message}</span>
      <button type="button" className="button" onClick={again}>
        {t(['再试', 'Try again'])}
      </button>
    </div>
  );
}

/** Place of the calendar until it is read. */
export const CalendarWaiting = (): ReactElement => (
  <div className="plan-grid">
    {[0, 1, 2, 3, 4].map((at) => (
      <i key={at} className="skeleton plan-waiting" />
    ))}
  </div>
);

/** Sums of the six weeks: visits, contracts, and days above the limit. */
export function CalendarSum({ calendar }: { calendar: PlanCalendar }): ReactElement {
  const t = useT();
  const { relief } = calendar;
  return (
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
        <b data-tone="red">{t([`过 100% ${calendar.counts.over} 天`, `${calendar.counts.over} days above 100%`])}</b>
      )}
      {relief && (
        <span>
          {relief.day.slice(5)} <KeyWord of={customerServiceTeam} value={relief.team} />
          {relief.to
            ? t([
                `：${relief.count} 次可移到 ${relief.to.slice(5)}`,
                `: ${relief.count} of ${relief.visits} unbooked plans can move to ${relief.to.slice(5)}`,
              ])
            : t([
                `：未约的 ${relief.visits} 次在窗口内没有别的日子`,
                `: no other day takes its ${relief.visits} unbooked plans`,
              ])}
        </span>
      )}
      <span className="spring" />
      <span className="quiet">
        {t(['落在假日的计划提前到前一个工作日', 'A plan on a holiday moves to the working day before'])}
      </span>
    </p>
  );
}
