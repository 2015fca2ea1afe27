import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { changeWords, expectedByWeather, shownNumber, sumOfBoth } from './energy-page.rules.ts';
import { type EnergyView, seriesNamed } from './use-energy.view.tsx';

/** What is beside the sum: heat for each kWh, water that is kept, what it costs. */
const RATIOS: readonly (readonly [name: string, label: Label, decimals: number])[] = [
  ['cop', ['能效', 'COP'], 2],
  ['recovery', ['回收率', 'Recovery'], 1],
  ['cost', ['电费', 'Cost'], 2],
  ['purifyRate', ['净化率', 'Dust held'], 1],
  ['avgHardness', ['平均硬度', 'Mean hardness'], 1],
];

function Fact({
  label,
  value,
  unit,
  tone,
  detail,
}: {
  label: string;
  value: string;
  unit?: string;
  tone?: 'good' | 'warn';
  detail: string;
}): ReactElement {
  return (
    <div className="energy-fact" data-tone={tone}>
      <small>{label}</small>
      <b>
        {value} {unit && <small>{unit}</small>}
      </b>
      <small className="quiet">{detail}</small>
    </div>
  );
}

const toneOf = (change: string | null): 'good' | 'warn' | undefined =>
  change === null ? undefined : change.startsWith('−') ? 'good' : 'warn';

/** Five answers in words: the sum, beside last year, without the weather, beside similar homes, and how well it works. */
export function EnergyFacts({ view, title }: { view: EnergyView; title: string }): ReactElement {
  const t = useT();
  const { answer, before, similar, weather } = view;
  const main = answer ? seriesNamed(answer, answer.main) : [];
  const unit = answer ? (answer.unit[answer.main] ?? '') : '';
  const sum = answer?.summary[answer.main] ?? null;
  const both = sumOfBoth(main, before);
  const expected = weather ? sumOfBoth(main, expectedByWeather(before, weather.degreesBefore, weather.degrees)) : null;
  const byWeather = expected && changeWords(expected[0], expected[1]);
  const byOthers = similar?.homes && similar.median !== null ? changeWords(sum, similar.median) : null;
  const ratio = RATIOS.find(([name]) => answer?.summary[name] !== null && answer?.summary[name] !== undefined);
  return (
    <div className="energy-facts">
      <Fact
        label={title}
        value={shownNumber(sum)}
        unit={unit}
        detail={
          answer
            ? t([
                `有数据 ${(answer.quality.coverage * 100).toFixed(1)}%`,
                `${(answer.quality.coverage * 100).toFixed(1)}% of the time is known`,
              ])
            : ''
        }
      />
      <Fact
        label={t(['比去年同期', 'Beside last year'])}
        value={(both && changeWords(both[0], both[1])) ?? '–'}
        detail={
          both
            ? t([`去年 ${shownNumber(both[1])}`, `${shownNumber(both[1])} last year`])
            : t(['去年没有数据', 'Nothing is known of last year'])
        }
      />
      <Fact
        label={t(['扣掉天气再比', 'Without the weather'])}
        value={byWeather ?? '–'}
        tone={toneOf(byWeather)}
        detail={
          expected
            ? t([`应 ${shownNumber(expected[1])}`, `${shownNumber(expected[1])} expected`])
            : t(['这里看不出天气', 'The weather is not known here'])
        }
      />
      <Fact
        label={t(['比相似家庭', 'Beside similar homes'])}
        value={byOthers ?? '–'}
        tone={toneOf(byOthers)}
        detail={
          similar?.homes
            ? t([
                `${similar.homes} 户中位 ${shownNumber(similar.median)}${similar.rank ? `，排第 ${similar.rank}` : ''}`,
                `${shownNumber(similar.median)} in the middle of ${similar.homes}${similar.rank ? `, number ${similar.rank}` : ''}`,
              ])
            : similar
              ? t([`相似的不足 ${similar.needed} 户`, `Fewer than ${similar.needed} are similar`])
              : t(['按月比较一台设备', 'Compared by month, for one device'])
        }
      />
      <Fact
        label={t(ratio?.[1] ?? ['能效', 'Efficiency'])}
        value={ratio ? shownNumber(answer?.summary[ratio[0]], ratio[2]) : '–'}
        unit={ratio ? (answer?.unit[ratio[0]] ?? '') : ''}
        detail={answer?.peakAt ? t([`最大功率在 ${answer.peakAt}`, `most power at ${answer.peakAt}`]) : ''}
      />
    </div>
  );
}
