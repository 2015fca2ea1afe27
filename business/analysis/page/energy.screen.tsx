import { Download } from 'lucide-react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { type ReactElement, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { dayHeading, today } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { deviceOf } from '../energy/energy.calls.ts';
import { ENERGIES, type Energy, type EnergyPeriod, PERIODS, energyNames } from '../energy/energies.rules.ts';
import { DateStep } from './date-step.view.tsx';
import { EnergyChart } from './energy-chart.view.tsx';
import { EnergyFacts } from './energy-facts.view.tsx';
import { EnergyOverview } from './energy-overview.view.tsx';
import { dateIn, shiftedDate } from './energy-page.rules.ts';
import { saveCsv } from './save-csv.view.tsx';
import { ComparedWith, DayHours, Findings } from './energy-side.view.tsx';
import { EnergyTable, columnsOf } from './energy-table.view.tsx';
import { type LookedAt, useEnergy } from './use-energy.view.tsx';
import './energy.css';

const periodNames: Readonly<Record<EnergyPeriod, Label>> = {
  day: ['日', 'Day'],
  month: ['月', 'Month'],
  year: ['年', 'Year'],
  total: ['累计', 'All'],
};

/** Return the label of a bucket, e.g. `08:00`, `21 Nov`, `2026-03` or `2026`. */
function labelIn({ period, date }: Pick<LookedAt, 'period' | 'date'>, bucket: string, language: 'zh' | 'en'): string {
  if (period === 'day') return `${bucket}:00`;
  if (period === 'month') return dayHeading(`${date}-${bucket}`, language);
  return period === 'year' ? `${date}-${bucket}` : bucket;
}

/** Page of one device or home: its use over a period, compared with last year, similar homes and the weather. */
function EnergyOfOne({
  at,
  change,
}: {
  at: LookedAt;
  change: (to: Partial<Pick<LookedAt, 'period' | 'date'>>) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const view = useEnergy(at);
  const { answer } = view;
  const [chosenAt, setChosen] = useState<{ of: string; at: number } | null>(null);
  const key = `${at.period} ${at.date}`;
  const lastKnown = answer ? answer.quality.buckets.findLastIndex((one) => one !== null) : -1;
  const chosen = chosenAt?.of === key ? chosenAt.at : at.period === 'month' && lastKnown >= 0 ? lastKnown : null;
  const who = useCall(
    deviceOf,
    { deviceId: at.deviceId },
    { of: 'row', quiet: true, retry: false, enabled: at.deviceId !== '' },
  ).data;
  useTabTitle(who ? `${t(energyNames[at.energy])} ${who.home || who.name}` : t(energyNames[at.energy]));
  const isLast = at.period === 'total' || at.date >= dateIn(at.period, '', today());
  const exportTable = (): void => {
    if (!answer) return;
    const columns = columnsOf(answer);
    saveCsv(`${t(energyNames[at.energy])} ${who?.name ?? ''} ${at.date}.csv`, [
      [t(['日期', 'When']), ...columns.map((one) => `${t([one.zh, one.en])} ${answer.unit[one.name] ?? ''}`.trim())],
      ...answer.x.map((bucket, no) => [
        labelIn(at, bucket, language),
        ...columns.map((one) => String(one.data[no] ?? '')),
      ]),
    ]);
  };
  useKeys([
    { keys: 'x', label: ['导出', 'Export'], run: exportTable },
    ...PERIODS.map((period, no) => ({
      keys: String(no + 1),
      label: periodNames[period],
      run: () => change({ period, date: dateIn(period, at.date, today()) }),
    })),
  ]);
  if (view.error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到能耗', 'The energy could not be read'])}</b>
        <span>{view.error.message}</span>
        <Link to={`/analysis/${at.energy}`}>{t(['看全部设备', 'All devices'])}</Link>
      </div>
    );
  const month = at.period === 'month' && chosen !== null && answer ? `${at.date}-${answer.x[chosen]}` : null;
  const day = at.period === 'day' ? null : month;
  return (
    <div className="energy-page">
      <header className="page-head">
        <h1>{t(energyNames[at.energy])}</h1>
        {who ? (
          <>
            <Link to={`/matter/exampleDetail?id=${at.deviceId}`}>{who.name}</Link>
            <span>{[who.home, who.address].filter(Boolean).join(' ')}</span>
            <small className="quiet">{who.mac}</small>
          </>
        ) : (
          at.deviceId !== '' && <i className="skeleton" style={{ width: 240 }} />
        )}
        <span className="spring" />
        {at.period !== 'total' && (
          <DateStep
            date={at.date}
            isLast={isLast}
            step={(by) => change({ date: shiftedDate(at.period, at.date, by) })}
          />
        )}
        <SegmentedControl
          label={t(['时段', 'Period'])}
          items={PERIODS.map((period) => ({ key: period, label: t(periodNames[period]) }))}
          value={at.period}
          onChange={(period) => change({ period, date: dateIn(period, at.date, today()) })}
        />
        <button
          type="button"
          className="button"
          onClick={exportTable}
          disabled={!answer}
          title={answer ? undefined : t(['还没有读到', 'Not read yet'])}
        >
          <Download size={15} aria-hidden /> {t(['导出', 'Export'])} <kbd>X</kbd>
        </button>
      </header>
      <div className="energy-body" data-alone={at.period !== 'month'}>
        <main>
          <EnergyFacts
            view={view}
            title={
              at.period === 'month' && isLast
                ? t([`${Number(at.date.slice(5))} 月用量，至昨天`, `${at.date}, until yesterday`])
                : at.date || t(['全部', 'All'])
            }
          />
          <EnergyChart view={view} period={at.period} chosen={chosen} choose={(no) => setChosen({ of: key, at: no })} />
          <EnergyTable
            view={view}
            labelOf={(no) => labelIn(at, answer?.x[no] ?? '', language)}
            chosen={chosen}
            choose={(no) => setChosen({ of: key, at: no })}
          />
          <footer className="energy-foot quiet">
            <span>
              <kbd>←</kbd> <kbd>→</kbd> {t(['换一格', 'move'])}
            </span>
            <span>{t(['空的就是没有数据，不当 0', 'Empty means no data, never 0'])}</span>
          </footer>
        </main>
        {at.period === 'month' && (
          <aside>
            {day && <DayHours at={at} day={day} label={dayHeading(day, language)} />}
            <Findings at={at} />
            <ComparedWith view={view} />
          </aside>
        )}
      </div>
    </div>
  );
}

/** Screen of an energy. The URL names a device or a home; without either it shows the overview of all devices. */
export default function EnergyScreen(): ReactElement {
  const path = useTabPath();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const [own, setOwn] = useState(search.toString());
  // Only the tab in front follows the URL of the browser; a tab in the background retains its last one.
  const isFront = pathname === path;
  if (isFront && own !== search.toString()) setOwn(search.toString());
  const query = new URLSearchParams(own);
  const energy = ENERGIES.find((one) => path.endsWith(`/${one}`)) ?? ('heat' as Energy);
  const period = PERIODS.find((one) => one === query.get('period')) ?? 'month';
  const date = query.get('date') ?? dateIn(period, '', today());
  const change = (to: Readonly<Record<string, string>>): void =>
    setSearch((now) => new URLSearchParams({ ...Object.fromEntries(now), ...to }), { replace: true });
  const deviceId = query.get('device') ?? '';
  const householdId = query.get('home') ?? '';
  if (!deviceId && !householdId)
    return (
      <EnergyOverview
        energy={energy}
        date={date.slice(0, 7)}
        setDate={(to) => change({ date: to })}
        thisMonth={today().slice(0, 7)}
      />
    );
  return <EnergyOfOne at={{ energy, deviceId, householdId, period, date }} change={change} />;
}
