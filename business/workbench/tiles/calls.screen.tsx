import type { ReactElement } from 'react';
import { useCall } from '#kernel/web/query/use-call.ts';
import { dayHeading, today } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { type Pulse, readPulse } from '../work.calls.ts';

/** Chart of calls by hour: today as bars, the same weekday a week earlier as lines. */
function Hours({ now, before }: { now: Pulse; before: Pulse }): ReactElement {
  const t = useT();
  const most = Math.max(1, ...now.hours, ...before.hours);
  // The hours from 6 to 22, and other hours that have calls.
  const shown = Array.from({ length: 24 }, (_, at) => at).filter(
    (hour) => (hour >= 6 && hour < 22) || now.hours[hour] > 0 || before.hours[hour] > 0,
  );
  return (
    <div
      className="work-hours"
      role="img"
      aria-label={t([
        `今天每小时报修：${shown.map((hour) => now.hours[hour]).join('、')}`,
        `Calls by the hour today: ${shown.map((hour) => now.hours[hour]).join(', ')}`,
      ])}
    >
      {shown.map((hour) => (
        <div key={hour} title={`${hour}:00 · ${now.hours[hour]} / ${before.hours[hour]}`}>
          <span className="work-bars">
            <i style={{ height: `${(now.hours[hour] / most) * 100}%` }} />
            <u style={{ bottom: `${(before.hours[hour] / most) * 100}%` }} />
          </span>
          <small className="quiet">{hour % 2 ? '' : hour}</small>
        </div>
      ))}
    </div>
  );
}

function Figure({
  label,
  value,
  before,
  unit = '',
}: {
  label: string;
  value: number;
  before: number;
  unit?: string;
}): ReactElement {
  const t = useT();
  return (
    <div className="work-figure">
      <span>{label}</span>
      <b>
        {grouped(value)}
        {unit && <small>{unit}</small>}
      </b>
      <small className="quiet">{t([`前一周 ${before}`, `a week before ${before}`])}</small>
    </div>
  );
}

/** Tile with the calls of the day. In the early morning, or before the first call, it shows the last day with calls. */
export default function CallsTile(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { data } = useCall(readPulse, {}, { refetchInterval: 60_000 });
  const isToday = !data || data.day === today();
  return (
    <>
      <h2>
        {isToday
          ? t(['今天的报修', 'Calls today'])
          : t([`${dayHeading(data.day, language)} 的报修`, `Calls: ${dayHeading(data.day, language)}`])}{' '}
        <small className="quiet">
          {isToday
            ? t(['实心是今天，横线是上周同日', 'filled: today; line: the same weekday a week ago'])
            : t([
                '今天刚开始，这是最近有报修的一整天；横线是再前一周同日',
                'today has hardly begun: the last whole day with calls; line: a week before it',
              ])}
        </small>
      </h2>
      <div className="work-day">
        {data && (
          <>
            <Hours now={data.now} before={data.before} />
            <div className="work-figures">
              <Figure label={t(['报修', 'Calls'])} value={data.now.came} before={data.before.came} />
              <Figure label={t(['已受理', 'Accepted'])} value={data.now.accepted} before={data.before.accepted} />
              <Figure
                label={t(['受理用时（中位）', 'Time to accept (median)'])}
                value={data.now.minutes}
                before={data.before.minutes}
                unit={t([' 分', ' min'])}
              />
            </div>
          </>
        )}
      </div>
    </>
  );
}
