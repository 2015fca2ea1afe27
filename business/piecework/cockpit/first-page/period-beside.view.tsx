import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import type { BenchName } from '#business/masterdata/piles/bench-roles.rules.ts';
import { wagePeriod } from '../../wages/wage-period.paper.ts';
import './period-beside.css';

/** The six steps of a period, by the state that each reaches. */
const STEPS: readonly (readonly [state: string, label: Label])[] = [
  ['open', ['开放', 'Open']],
  ['calculated', ['计算', 'Calculated']],
  ['signing', ['确认', 'Signing']],
  ['approved', ['审批', 'Approval']],
  ['paid', ['发放', 'Payment']],
  ['closed', ['关账', 'Closing']],
];
const OPEN = 'open,calculated,signing,approved,paid';

function Period(): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['list', wagePeriod.name, 'beside', language],
    queryFn: ({ signal }) =>
      readList(wagePeriod, { current: 1, size: 1, periodStatus: OPEN, ascs: 'wagePeriod' }, signal),
  });
  const period = data?.records[0];
  if (!period) return null;
  const at = STEPS.findIndex(([state]) => state === period.periodStatus);
  return (
    <section className="bench-card period-beside">
      <h2>
        {t([`${String(period.wagePeriod)} 到哪了`, `${String(period.wagePeriod)}: where it is`])}
        <small className="quiet">
          {t([`${Number(period.technicianCount ?? 0)} 人`, `${Number(period.technicianCount ?? 0)} people`])}
          {period.totalAmount ? ` ${String(period.totalAmount)}` : ''}
        </small>
        <Link to="/maintenance/wages/period">{t(['工资期间', 'Pay period'])}</Link>
      </h2>
      <ol>
        {STEPS.map(([state, label], step) => (
          <li
            key={state}
            data-step={step < at ? 'done' : step === at ? 'now' : 'later'}
            aria-current={step === at ? 'step' : undefined}
          >
            <i aria-hidden /> {t(label)}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The steps of the oldest period that is not closed, beside the list of payroll. */
export default function PeriodBeside({ bench }: { bench: BenchName }): ReactElement | null {
  return bench === 'payroll' ? <Period /> : null;
}
