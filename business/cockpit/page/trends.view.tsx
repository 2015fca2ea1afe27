import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { dayInWords } from '#kernel/web/i18n/dates.ts';
import type { SeriesAnswer } from '../kpi/kpi.calls.ts';
import { useFaces } from './faces.view.tsx';
import { Spark, valueWords } from './figures.view.tsx';

/** Charts of thirteen weeks; a dashed line shows the same weeks a year before if they were counted. */
export function Trends({ series }: { series: SeriesAnswer }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { shownIn } = useFaces();
  const hasYear = series.some((one) => one.points.some((point) => point.lastYear !== null));
  const short = (day: string): string =>
    language === 'zh' ? day.slice(5) : dayInWords(day, 'en').replace(/ \d{4}$/, '');
  return (
    <section className="kpi-sheet kpi-trends">
      <h2>
        {t(['13 周', '13 weeks'])}
        <small className="quiet">
          {hasYear
            ? t(['每点 7 天，实线今年，虚线去年', '7 days a point; dashed: a year before'])
            : t(['每点 7 天', '7 days a point'])}
        </small>
      </h2>
      <div>
        {shownIn('trend')
          .flatMap(({ metric, label, unit }) => {
            const points = series.find((one) => one.metric === metric)?.points;
            return points ? [{ metric, label, unit, points }] : [];
          })
          .map(({ metric, label, unit, points }) => {
            const last = points.at(-1);
            return (
              <figure
                key={metric}
                aria-label={`${t(label)}: ${points.map((one) => valueWords(one.value, unit)).join(', ')}`}
              >
                <figcaption>
                  {t(label)}
                  <b>
                    {valueWords(last?.value ?? null, unit)}
                    {unit === 'percent' && last?.value !== null && '%'}
                  </b>
                </figcaption>
                <Spark
                  values={points.map((one) => one.value)}
                  dashed={points.map((one) => one.lastYear)}
                  width={170}
                  height={48}
                />
                <small className="quiet">
                  <span>{short(points[0]?.to ?? '')}</span>
                  <span>{short(last?.to ?? '')}</span>
                </small>
              </figure>
            );
          })}
      </div>
    </section>
  );
}
