import { Send } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { PlanCalendar, PlanRow } from '../plan-calendar.calls.ts';
import { hangingOf } from './calendar-words.rules.ts';
import { isPushable } from './use-push.view.tsx';

const STEPS: Readonly<Record<ReturnType<typeof hangingOf>['step'], Label>> = {
  dispatch: ['去派工', 'Dispatch'],
  register: ['登记', 'Register'],
  call: ['打电话', 'Call'],
  skip: ['跳过…', 'Skip…'],
};

const toOf = (row: PlanRow, step: ReturnType<typeof hangingOf>['step']): string =>
  step === 'dispatch' && row.registrationFormId
    ? `/maintenance/board?order=${row.registrationFormId}`
    : `/maintenance/asmaintain?id=${row.id}`;

/** Plans whose window is over, the oldest first, each with the reason and its one next step. */
export function OverdueRail({
  overdue,
  push,
}: {
  overdue: PlanCalendar['overdue'];
  /** Push visits to their customers; absent without the right to. */
  push?: (rows: readonly PlanRow[]) => void;
}): ReactElement {
  const t = useT();
  const silent = overdue.rows.filter((row) => isPushable(row) && row.customerReply === 'none');
  const { all, over15, over7, first, second, rows } = overdue;
  const toned = (days: number): 'red' | 'amber' | undefined =>
    days > second ? 'red' : days > first ? 'amber' : undefined;
  return (
    <aside className="plan-late">
      <header>
        <h2>
          {t(['逾期', 'Overdue'])} <b data-tone={all ? 'red' : undefined}>{all}</b>
        </h2>
        <span className="quiet">{t(['最久在前', 'the oldest first'])}</span>
      </header>
      <dl>
        <div data-tone={over15 ? 'red' : undefined}>
          <dt>{over15}</dt>
          <dd>
            {t([`过 ${second} 天`, `over ${second} days`])} <small>{t(['已报班长', 'leader informed'])}</small>
          </dd>
        </div>
        <div data-tone={over7 ? 'amber' : undefined}>
          <dt>{over7}</dt>
          <dd>
            {t([`${first + 1}–${second} 天`, `${first + 1}–${second} days`])}{' '}
            <small>{t(['已报客服', 'service informed'])}</small>
          </dd>
        </div>
        <div>
          <dt>{all - over15 - over7}</dt>
          <dd>{t([`${first} 天内`, `within ${first} days`])}</dd>
        </div>
      </dl>
      <ul>
        {rows.length === 0 && <li className="quiet">{t(['没有逾期的保养', 'Nothing is overdue'])}</li>}
        {rows.map((row) => {
          const { why, step } = hangingOf(row);
          const days = Number(row.overdueDays ?? 0);
          return (
            <li key={row.id}>
              <p>
                <Link to={`/maintenance/asmaintain?id=${row.id}`}>{row.customerName}</Link>
                <span className="quiet">{row.premises || row.address}</span>
                <b data-tone={toned(days)}>{t([`${days} 天`, `${days} days`])}</b>
              </p>
              <p>
                <span className="quiet">
                  {t(why)}
                  {Number(row.escalated ?? 0) > 0 &&
                    t(row.escalated === 2 ? ['，已报班长', ', leader told'] : ['，已报客服', ', service told'])}
                </span>
                <Link to={toOf(row, step)}>{t(STEPS[step])}</Link>
              </p>
            </li>
          );
        })}
      </ul>
      <footer className="quiet">
        {all > rows.length && (
          <Link to="/maintenance/asmaintain?view=open">
            {t([`另 ${all - rows.length} 条`, `${all - rows.length} more`])}
          </Link>
        )}
        {push && silent.length > 0 && (
          <button type="button" className="button" onClick={() => push(silent)}>
            <Send size={14} aria-hidden />{' '}
            {t([`没回的 ${silent.length} 条再推…`, `Push ${silent.length} without a reply again…`])}
          </button>
        )}
      </footer>
    </aside>
  );
}
