import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { counted, grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { order } from './period.rules.ts';
import type { Cockpit } from './use-period.view.tsx';

type Step = (typeof order)[number];

const names: Readonly<Record<Step, Label>> = {
  open: ['开放', 'Open'],
  calculated: ['计算', 'Calculated'],
  signing: ['确认', 'Signing'],
  approved: ['审批', 'Approval'],
  paid: ['发放', 'Payment'],
  closed: ['关账', 'Closing'],
};

interface Counts {
  readonly signed: number;
  readonly waiting: number;
  readonly disputed: number;
  readonly lines: number;
}

const countsOf = ({ rows = [] }: Cockpit): Counts => ({
  signed: rows.filter((row) => ['signed', 'approved', 'paid'].includes(row.wageStatus ?? '')).length,
  waiting: rows.filter((row) => row.wageStatus === 'signing').length,
  disputed: rows.filter((row) => row.wageStatus === 'disputed').length,
  lines: rows.reduce((sum, row) => sum + Number(row.lineCount), 0),
});

/** Return one fact for each step: its result, its progress, or the condition it waits for. */
function useFacts(cockpit: Cockpit, period: WireRow): Readonly<Record<Step, string>> {
  const t = useT();
  const { signed, waiting, disputed, lines } = countsOf(cockpit);
  const at = order.indexOf(period.periodStatus as Step);
  const when = (action: string): string => {
    const found = cockpit.history.find((one) => one.action === action);
    return found ? shortMoment(found.at) : '';
  };
  const howMany = t([`${grouped(lines)} 行`, counted(lines, 'line')]);
  const uncounted =
    cockpit.uncounted > 0 && at === 1
      ? t([`，${cockpit.uncounted} 行未计入`, `, ${cockpit.uncounted} not counted`])
      : '';
  return {
    open: t([`${String(period.startDate).slice(5)} 起`, `from ${shortMoment(String(period.startDate), 'en')}`]),
    calculated:
      at >= 1
        ? `${[when('calculate'), howMany].filter(Boolean).join(' · ')}${uncounted}`
        : t([`${howMany}待计算`, `${howMany} to count`]),
    signing:
      at < 2
        ? t(['72 小时内确认', 'within 72 hours'])
        : at > 2
          ? t([`${signed} 已确认`, `${signed} signed`])
          : [
              t([`${signed} 已确认`, `${signed} of ${signed + waiting + disputed} signed`]),
              ...[t([`${waiting} 未确认`, ''])].filter(Boolean),
              ...(disputed ? [t([`${disputed} 异议`, `${disputed} disputed`])] : []),
            ].join(' · '),
    approved:
      at >= 3
        ? when('approve')
        : disputed
          ? t(['异议答复后可提交', 'after the disputes'])
          : at === 2 && waiting
            ? t(['全部确认后可审批', 'when all have signed'])
            : t(['由经理审批', 'by the manager']),
    paid: at >= 4 ? when('pay') : t(['薪资或财务', 'payroll or finance']),
    closed: at >= 5 ? shortMoment(String(period.closeTime ?? '')) : t(['计件转已结算', 'pieces are settled']),
  };
}

/** The six steps of a period from open to closed. In the step of signing, a bar shows the share of signed sheets. */
export function PeriodSteps({ cockpit, period }: { cockpit: Cockpit; period: WireRow }): ReactElement {
  const t = useT();
  const facts = useFacts(cockpit, period);
  const at = order.indexOf(period.periodStatus as Step);
  const { signed } = countsOf(cockpit);
  const share = period.periodStatus === 'signing' && cockpit.rows?.length ? (signed / cockpit.rows.length) * 100 : 0;
  return (
    <ol className="cockpit-steps" aria-label={t(['进度', 'Progress'])}>
      {order.map((step, nth) => (
        <li
          key={step}
          data-step={nth < at || at === order.length - 1 ? 'done' : nth === at ? 'now' : 'later'}
          aria-current={nth === at ? 'step' : undefined}
        >
          <i aria-hidden />
          <u aria-hidden style={nth === at ? { ['--share' as string]: `${share}%` } : undefined} />
          <b>{t(names[step])}</b>
          <small title={facts[step]}>{facts[step]}</small>
        </li>
      ))}
    </ol>
  );
}
