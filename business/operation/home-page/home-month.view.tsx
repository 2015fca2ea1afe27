import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { Bars } from '#kernel/web/chart/bars.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { readHomeMonth } from '../households/household.calls.ts';
import './home-now.css';

const names: Readonly<Record<string, Label>> = { ammeter: ['用电', 'Electricity'], water: ['用水', 'Water'] };

const changeWords = (sum: number, before: number): string =>
  `${sum >= before ? '+' : '−'}${Math.abs((sum / before - 1) * 100).toFixed(0)}%`;

/** Return the daily mean of the same days a year before as a line across the bars; nothing if it is unknown. */
function yearBefore(before: number | null, days: readonly (number | null)[], word: string) {
  const count = days.filter((one) => one !== null).length;
  if (before === null || count === 0) return {};
  const mean = before / count;
  return {
    line: days.map(() => mean),
    ends: [{ text: `${word} ${mean.toFixed(1)}`, value: mean, tone: 'line' as const }],
  };
}

/** Use of the home in this month by day; nothing without a meter. `isWide`: as a part of a wide page. */
export function HomeMonth({ id, isWide = false }: { id: string; isWide?: boolean }): ReactElement | null {
  const t = useT();
  const { data = [] } = useCall(readHomeMonth, { id }, { quiet: true, retry: false });
  if (data.length === 0) return null;
  return (
    <section className="home-energy">
      <header className="now-part">
        <h2>{t(['本月', 'This month'])}</h2>
        <span className="quiet">{t(['到昨天', 'until yesterday'])}</span>
      </header>
      {data.map(({ energy, unit, sum, before, mark, days }) => (
        <div key={energy} className="now-month">
          <p>
            <Link to={`/analysis/${energy}?home=${id}`}>{t(names[energy] ?? [energy, energy])}</Link>
            <b>{sum}</b> {unit}
            <span className="spring" />
            <small className="quiet">
              {before && sum !== null
                ? t([
                    `去年同期 ${before}，${changeWords(sum, before)}`,
                    `${before} last year, ${changeWords(sum, before)}`,
                  ])
                : t(['去年没有数据', 'No data for last year'])}
            </small>
          </p>
          {mark && <p className="now-mark">{t(mark as Label)}</p>}
          <Bars
            label={[`${t(names[energy] ?? [energy, energy])}，按天`, `${t(names[energy] ?? [energy, energy])} by day`]}
            names={days.map((_, at) => String(at + 1))}
            bars={days}
            height={isWide ? 150 : 104}
            {...(isWide && yearBefore(before, days, t(['去年同期日均', 'last year, daily'])))}
          />
        </div>
      ))}
    </section>
  );
}
