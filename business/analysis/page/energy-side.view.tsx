import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Bars } from '#kernel/web/chart/bars.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { analysisCall, energyFindings } from '../energy/energy.calls.ts';
import { shownNumber } from './energy-page.rules.ts';
import { type EnergyView, type LookedAt, seriesNamed } from './use-energy.view.tsx';

/** Chart of the hours of the chosen day. */
export function DayHours({ at, day, label }: { at: LookedAt; day: string; label: string }): ReactElement {
  const t = useT();
  const { data } = useCall(
    analysisCall(at.energy, 'day'),
    { kind: 'auto', ...(at.deviceId ? { deviceId: at.deviceId } : { householdId: at.householdId }), date: day },
    { quiet: true, retry: false },
  );
  const bars = data ? seriesNamed(data, data.main) : [];
  return (
    <section>
      <header className="energy-part">
        <h2>{label}</h2>
        <small className="quiet">{t(['24 小时', '24 hours'])}</small>
        <span className="spring" />
        {at.deviceId && (
          <Link to={`/matter/exampleDetail?id=${at.deviceId}`}>{t(['分钟曲线', 'Curves by minute'])}</Link>
        )}
      </header>
      <p className="energy-day">
        <b>{shownNumber(data?.summary[data.main])}</b> {data?.unit[data.main]}
        {['peak', 'flat', 'valley'].flatMap((name) => {
          const value = data?.summary[name];
          const words = data?.series.find((one) => one.name === name);
          return value === null || value === undefined || !words
            ? []
            : [<span key={name}>{`${t([words.zh, words.en])} ${shownNumber(value)}`}</span>];
        })}
      </p>
      <Bars label={['这一天的小时', 'Hours of the day']} names={data?.x ?? []} bars={bars} height={130} />
    </section>
  );
}

const icons = { good: CircleCheck, warn: TriangleAlert, plain: Info };

/** List of findings about the month of a device, each with its evidence; nothing for other periods or a whole home. */
export function Findings({ at }: { at: LookedAt }): ReactElement | null {
  const t = useT();
  const isAsked = at.period === 'month' && at.deviceId !== '';
  const { data } = useCall(
    energyFindings,
    { deviceId: at.deviceId, energy: at.energy, date: at.date },
    { quiet: true, retry: false, enabled: isAsked },
  );
  if (!isAsked) return null;
  return (
    <section>
      <header className="energy-part">
        <h2>{t(['看得出什么', 'Findings'])}</h2>
      </header>
      {data?.length === 0 && (
        <p className="energy-none quiet">{t(['这个月没有特别的', 'Nothing out of the ordinary this month'])}</p>
      )}
      <ul className="energy-findings">
        {data?.map((one) => {
          const Icon = icons[one.tone as keyof typeof icons] ?? Info;
          return (
            <li key={one.code} data-tone={one.tone}>
              <Icon size={16} aria-hidden />
              <span>
                {t(one.sentence)}
                <small className="quiet">{t(one.evidence)}</small>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** List of the homes and the weather that a month is compared with; nothing without either. */
export function ComparedWith({ view }: { view: EnergyView }): ReactElement | null {
  const t = useT();
  const { similar, weather } = view;
  if (!similar && !weather) return null;
  return (
    <section>
      <header className="energy-part">
        <h2>{t(['和谁比', 'Compared with'])}</h2>
        {similar && similar.homes > 0 && (
          <small className="quiet">{t([`相似家庭 ${similar.homes} 户`, `${similar.homes} similar homes`])}</small>
        )}
      </header>
      <dl className="energy-compared">
        {similar?.areaFrom && (
          <>
            <dt>{t(['范围', 'Where'])}</dt>
            <dd>{`${similar.region} ${similar.areaFrom}–${similar.areaUntil} ㎡`}</dd>
          </>
        )}
        {similar && (
          <>
            <dt>{t(['数据', 'Data'])}</dt>
            <dd>{t([`覆盖 ≥ 95%，不足 ${similar.needed} 户不比`, `at least 95% data and ${similar.needed} homes`])}</dd>
          </>
        )}
        {weather && (
          <>
            <dt>{t(['度日', 'Degree days'])}</dt>
            <dd>
              {t([
                `基准 ${weather.base} ℃，${weather.region}各户室外机测得`,
                `below ${weather.base} ℃, by outdoor units in ${weather.region}`,
              ])}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
