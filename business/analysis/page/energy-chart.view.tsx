import type { ReactElement } from 'react';
import { Bars, type EndWord } from '#kernel/web/chart/bars.tsx';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { EnergyPeriod } from '../energy/energies.rules.ts';
import { expectedByWeather, shownNumber, sumOfBoth } from './energy-page.rules.ts';
import { type EnergyView, seriesNamed } from './use-energy.view.tsx';

export const bucketNames: Readonly<Record<EnergyPeriod, Label>> = {
  day: ['每小时', 'By hour'],
  month: ['每天', 'By day'],
  year: ['每月', 'By month'],
  total: ['每年', 'By year'],
};

const lastOf = (figures: readonly (number | null)[]): number => figures.findLast((one) => one !== null) ?? 0;

/**
 * Bars of a period, with last year's use, the range between the quartiles of similar homes, and the use expected from
 * the weather. Sums are labelled at the right.
 */
export function EnergyChart({
  view,
  period,
  chosen,
  choose,
}: {
  view: EnergyView;
  period: EnergyPeriod;
  chosen: number | null;
  choose: (at: number) => void;
}): ReactElement {
  const t = useT();
  const { answer, before, similar, weather } = view;
  const bars = answer ? seriesNamed(answer, answer.main) : [];
  const line = weather ? expectedByWeather(before, weather.degreesBefore, weather.degrees) : [];
  const expected = sumOfBoth(bars, line);
  const both = sumOfBoth(bars, before);
  const hasBand = similar !== undefined && similar.homes > 0;
  const ends: EndWord[] = [
    ...(expected
      ? [
          {
            text: t([
              `去年习惯 × 今年天气 ${shownNumber(expected[1])}`,
              `last year’s habit in this weather ${shownNumber(expected[1])}`,
            ]),
            value: lastOf(line),
            tone: 'line' as const,
          },
        ]
      : []),
    ...(hasBand
      ? [
          {
            text: t([
              `相似家庭中间一半，中位 ${shownNumber(similar.median)}`,
              `middle half of similar homes, ${shownNumber(similar.median)}`,
            ]),
            value: lastOf(similar.upper),
            tone: 'band' as const,
          },
        ]
      : []),
    ...(answer?.summary[answer.main] === null || !answer
      ? []
      : [
          {
            text: t([
              `今年 ${shownNumber(answer.summary[answer.main])}`,
              `this year ${shownNumber(answer.summary[answer.main])}`,
            ]),
            value: lastOf(bars),
            tone: 'bar' as const,
          },
        ]),
    ...(both
      ? [
          {
            text: t([`去年同期 ${shownNumber(both[1])}`, `last year ${shownNumber(both[1])}`]),
            value: lastOf(before),
            tone: 'mark' as const,
          },
        ]
      : []),
  ];
  const series = answer?.series.find((one) => one.name === answer.main);
  return (
    <section className="energy-chart">
      <header className="energy-part">
        <h2>
          {t([
            `${bucketNames[period][0]}${series?.zh ?? ''}`,
            `${series?.en ?? ''} ${bucketNames[period][1].toLowerCase()}`,
          ])}{' '}
          <small className="quiet">{answer && answer.unit[answer.main]}</small>
        </h2>
        <span className="spring" />
        <small className="quiet">
          {[
            both && t(['黑线 去年同期', 'stroke: last year']),
            expected &&
              t(['虚线 去年每度日用量 × 今年度日', 'dashes: last year’s use per degree day × this year’s degree days']),
            hasBand && t(['灰带 相似家庭', 'band: similar homes']),
          ]
            .filter(Boolean)
            .join(t(['　', ' · ']))}
        </small>
      </header>
      <Bars
        label={[
          '能耗柱图，左右键换一格，下面的表是同样的数字',
          'Bars of energy; arrow keys move, the table below says the same',
        ]}
        names={answer?.x ?? []}
        bars={bars}
        marks={before}
        line={line}
        {...(hasBand && { band: { lower: similar.lower, upper: similar.upper } })}
        ends={ends}
        chosen={chosen}
        onChoose={choose}
        height={230}
      />
    </section>
  );
}
