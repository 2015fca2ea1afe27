import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { dayInWords } from '#kernel/web/i18n/dates.ts';
import type { SeriesAnswer } from '../kpi/kpi.calls.ts';
import { metrics } from '../kpi/metrics.rules.ts';
import { Spark, valueWords } from './figures.view.tsx';
import { figureLabel } from './tile.view.tsx';

const shown = ['orders', 'backlog', 'sla', 'firstFix', 'revenue', 'margin'];

/** Thirteen weeks of six figures, the same weeks a year before dashed where they were counted. */
export function Trends({ series }: { series: SeriesAnswer }): ReactElement {
  const t = useT();
  const language = useLanguage();
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
        {series
          .filter((one) => shown.includes(one.metric))
          .toSorted((one, other) => shown.indexOf(one.metric) - shown.indexOf(other.metric))
          .map(({ metric, points }) => {
            const unit = metrics.find((one) => one.name === metric)?.unit ?? 'count';
            const last = points.at(-1);
            return (
              <figure
                key={metric}
                aria-label={`${t(figureLabel(metric))}: ${points.map((one) => valueWords(one.value, unit)).join(', ')}`}
              >
                <figcaption>
                  {t(figureLabel(metric))}
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
