import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { energyChange, expectedByWeather, shownNumber, sumOfBoth } from './energy-page.rules.ts';
import { type EnergyView, seriesNamed } from './use-energy.view.tsx';

type Figures = readonly (number | null)[];

/** Metrics for the last of the five figures, with label and decimals. The first metric that has a value is shown. */
const RATIOS: readonly (readonly [name: string, label: Label, decimals: number])[] = [
  ['cop', ['能效', 'COP'], 2],
  ['recovery', ['回收率', 'Recovery'], 1],
  ['cost', ['电费', 'Cost'], 2],
  ['purifyRate', ['净化率', 'Dust captured'], 1],
  ['avgHardness', ['平均硬度', 'Mean hardness'], 1],
];

function Fact({
  label,
  value,
  unit,
  tone,
  detail,
  mark = null,
}: {
  label: string;
  value: string;
  unit?: string;
  tone?: 'good' | 'warn';
  detail: string;
  mark?: Label | null;
}): ReactElement {
  const t = useT();
  return (
    <div className="energy-fact" data-tone={tone}>
      <small>{label}</small>
      <b>
        {value} {unit && <small>{unit}</small>}
      </b>
      <small className="quiet">{detail}</small>
      {mark && <small className="energy-mark">{t(mark)}</small>}
    </div>
  );
}

const toneOf = (change: string | null): 'good' | 'warn' | undefined =>
  change === null ? undefined : change.startsWith('−') ? 'good' : 'warn';

function SumFact({ answer, title }: { answer: EnergyView['answer']; title: string }): ReactElement {
  const t = useT();
  const known = ((answer?.quality.coverage ?? 0) * 100).toFixed(1);
  return (
    <Fact
      label={title}
      value={shownNumber(answer?.summary[answer.main])}
      unit={answer ? (answer.unit[answer.main] ?? '') : ''}
      detail={answer ? t([`有数据 ${known}%`, `data for ${known}% of the time`]) : ''}
      mark={answer?.quality.mark ?? null}
    />
  );
}

function BeforeFact({ main, before }: { main: Figures; before: Figures }): ReactElement {
  const t = useT();
  const both = sumOfBoth(main, before);
  return (
    <Fact
      label={t(['比去年同期', 'Against last year'])}
      value={(both && energyChange(both[0], both[1])) ?? '–'}
      detail={
        both
          ? t([`去年 ${shownNumber(both[1])}`, `${shownNumber(both[1])} last year`])
          : t(['去年没有数据', 'No data for last year'])
      }
    />
  );
}

function WeatherFact({
  main,
  before,
  weather,
}: {
  main: Figures;
  before: Figures;
  weather: EnergyView['weather'];
}): ReactElement {
  const t = useT();
  const expected = weather ? sumOfBoth(main, expectedByWeather(before, weather.degreesBefore, weather.degrees)) : null;
  const change = expected && energyChange(expected[0], expected[1]);
  return (
    <Fact
      label={t(['扣掉天气再比', 'Weather-adjusted'])}
      value={change ?? '–'}
      tone={toneOf(change)}
      detail={
        expected
          ? t([`应 ${shownNumber(expected[1])}`, `${shownNumber(expected[1])} expected`])
          : t(['这里看不出天气', 'No weather data for this place'])
      }
    />
  );
}

/**
 * Return the line below the comparison with similar homes: their number, median and rank, or why there is no
 * comparison.
 */
function similarWords(similar: EnergyView['similar']): Label {
  if (!similar) return ['按月比较一台设备', 'Compared by month, for one device'];
  if (!similar.homes) return [`相似的不足 ${similar.needed} 户`, `Fewer than ${similar.needed} similar homes`];
  const median = shownNumber(similar.median);
  const [place, placeEn] = similar.rank ? [`，排第 ${similar.rank}`, `, rank ${similar.rank}`] : ['', ''];
  return [`${similar.homes} 户中位 ${median}${place}`, `median ${median} of ${similar.homes}${placeEn}`];
}

function RatioFact({ answer }: { answer: EnergyView['answer'] }): ReactElement {
  const t = useT();
  const ratio = RATIOS.find(([name]) => typeof answer?.summary[name] === 'number');
  const peak = answer?.peakAt;
  return (
    <Fact
      label={t(ratio?.[1] ?? ['能效', 'Efficiency'])}
      value={ratio ? shownNumber(answer?.summary[ratio[0]], ratio[2]) : '–'}
      unit={ratio ? (answer?.unit[ratio[0]] ?? '') : ''}
      detail={peak ? t([`最大功率在 ${peak}`, `peak power at ${peak}`]) : ''}
    />
  );
}

/**
 * Five figures: sum, change since last year, change without the weather, change against similar homes, and efficiency.
 */
export function EnergyFacts({ view, title }: { view: EnergyView; title: string }): ReactElement {
  const t = useT();
  const { answer, before, similar, weather } = view;
  const main = answer ? seriesNamed(answer, answer.main) : [];
  const sum = answer?.summary[answer.main] ?? null;
  const byOthers = similar?.homes && similar.median !== null ? energyChange(sum, similar.median) : null;
  return (
    <div className="energy-facts">
      <SumFact answer={answer} title={title} />
      <BeforeFact main={main} before={before} />
      <WeatherFact main={main} before={before} weather={weather} />
      <Fact
        label={t(['比相似家庭', 'Against similar homes'])}
        value={byOthers ?? '–'}
        tone={toneOf(byOthers)}
        detail={t(similarWords(similar))}
      />
      <RatioFact answer={answer} />
    </div>
  );
}
