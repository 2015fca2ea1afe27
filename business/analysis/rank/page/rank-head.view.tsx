import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { mustFind } from '#kernel/language/must.ts';
import type { Label } from '#kernel/language/label.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { today } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { ENERGIES, type Energy, energyNames } from '../../energy/energies.rules.ts';
import { DateStep } from '../../page/date-step.view.tsx';
import { shiftedDate, shownNumber } from '../../page/energy-page.rules.ts';
import { RANK_VIEWS } from '../ranking.calls.ts';
import { RANK_SPECS } from '../rank-spec.rules.ts';
import { viewNames } from './rank-words.rules.ts';
import type { Ranking } from './use-ranking.view.tsx';

/** Head of the page: energy, month, export. */
export function RankHead({
  ranking,
  change,
  exportRows,
  mayExport,
}: {
  ranking: Ranking;
  change: (to: { energy?: Energy; month?: string }) => void;
  exportRows: () => void;
  mayExport: boolean;
}): ReactElement {
  const t = useT();
  const { data, energy } = ranking;
  return (
    <header className="page-head">
      <h1>{t(['能效榜', 'Efficiency'])}</h1>
      <small className="quiet">
        {data &&
          t([
            `${grouped(data.counts.all)} 台，能比的 ${grouped(data.counts.all - data.counts.none)}`,
            `${grouped(data.counts.all)} devices, ${grouped(data.counts.all - data.counts.none)} comparable`,
          ])}
      </small>
      <SegmentedControl
        label={t(['能源', 'Energy'])}
        items={ENERGIES.map((key) => ({ key, label: t(energyNames[key]) }))}
        value={energy}
        onChange={(key) => change({ energy: key })}
      />
      <span className="spring" />
      {data && (
        <DateStep
          date={data.month}
          isLast={data.month >= today().slice(0, 7)}
          step={(by) => change({ month: shiftedDate('month', data.month, by) })}
        />
      )}
      <small className="quiet">{data?.until && t([`到 ${data.until.slice(5)}`, `until ${data.until.slice(5)}`])}</small>
      {mayExport && (
        <button
          type="button"
          className="button"
          onClick={exportRows}
          disabled={!data}
          title={data ? undefined : t(['还没有读到', 'Not read yet'])}
        >
          <Download size={15} aria-hidden /> {t(['导出', 'Export'])} <kbd>X</kbd>
        </button>
      )}
    </header>
  );
}

interface Answer {
  readonly key: string;
  readonly of: Label;
  readonly value: string;
  readonly unit: Label;
  readonly note: Label;
  readonly tone?: 'warn' | 'bad' | 'good';
}

const percentOf = (part: number, all: number): string => (all > 0 ? `${((part / all) * 100).toFixed(1)}%` : '–');

function answersOf(ranking: Ranking): Answer[] {
  const { data, energy } = ranking;
  if (!data) return [];
  const spec = mustFind(RANK_SPECS, (one) => one.energy === energy);
  const { counts, facts } = data;
  const comparable = counts.all - counts.none;
  const then = facts.own === null || facts.median === null ? null : facts.median / (1 - spec.good * facts.own);
  const homes: Label = ['户', 'homes'];
  return [
    {
      key: 'median',
      of: ['全部的中位', 'Median of all'],
      value: shownNumber(facts.median, spec.decimals),
      unit: [spec.unit || spec.label[0], spec.unit || spec.label[1]],
      note:
        then === null
          ? ['去年没有可比的', 'Nothing to compare last year']
          : [
              `去年同样天气 ${shownNumber(then, spec.decimals)}`,
              `${shownNumber(then, spec.decimals)} last year, same weather`,
            ],
    },
    {
      key: 'worst',
      of: ['比相似家庭差 15% 以上', 'At least 15% worse'],
      value: grouped(counts.worst),
      unit: homes,
      note: [
        `${percentOf(counts.worst, comparable)}，其中 ${facts.ordered} 户有单`,
        `${percentOf(counts.worst, comparable)}, ${facts.ordered} with a request`,
      ],
      tone: counts.worst > 0 ? 'warn' : undefined,
    },
    {
      key: 'due',
      of: ['连着 7 天还没有单', '7 days without a request'],
      value: grouped(counts.due),
      unit: homes,
      note: ['该报修的', 'Due for repair'],
      tone: counts.due > 0 ? 'bad' : undefined,
    },
    {
      key: 'extra',
      of: [`${counts.worst} 户这个月多用`, `Extra of ${counts.worst} this month`],
      value: shownNumber(facts.extra, 0),
      unit: [spec.used.unit, spec.used.unit],
      note:
        facts.cost === null
          ? ['和相似家庭比', 'Beside similar homes']
          : [`约 ${shownNumber(facts.cost, 0)} 元`, `About CNY ${shownNumber(facts.cost, 0)}`],
    },
    {
      key: 'back',
      of: [`修过的 ${counts.repaired} 户`, `${counts.repaired} repaired`],
      value: grouped(facts.back),
      unit: ['户回到相似', 'back to similar'],
      note: ['60 天里完工的', 'Finished within 60 days'],
      tone: facts.back > 0 ? 'good' : undefined,
    },
  ];
}

/** Five answers: median, how many are worse, how long without a request, what it costs, what repairs brought. */
export function RankAnswers({ ranking }: { ranking: Ranking }): ReactElement {
  const t = useT();
  const answers = answersOf(ranking);
  return (
    <div className="energy-facts rank-answers" aria-busy={answers.length === 0}>
      {answers.map(({ key, of, value, unit, note, tone }) => (
        <div key={key} className="energy-fact" data-tone={tone}>
          <span>{t(of)}</span>
          <b>
            {value} <small>{t(unit)}</small>
          </b>
          <small className="quiet">{t(note)}</small>
        </div>
      ))}
      {answers.length === 0 &&
        Array.from({ length: 5 }, (_, at) => (
          <div key={at} className="energy-fact">
            <i className="skeleton" style={{ width: '60%' }} />
          </div>
        ))}
    </div>
  );
}

/** Views with their counts. */
export function RankViews({ ranking }: { ranking: Ranking }): ReactElement {
  const t = useT();
  const { data, choice } = ranking;
  return (
    <div className="rank-views" role="tablist">
      {RANK_VIEWS.map((view) => (
        <button
          key={view}
          type="button"
          role="tab"
          aria-selected={choice.view === view}
          data-worry={(view === 'due' && (data?.counts.due ?? 0) > 0) || undefined}
          onClick={() => ranking.change({ view })}
        >
          {t(viewNames[view])} <small>{data ? grouped(data.counts[view]) : ''}</small>
        </button>
      ))}
      <span className="spring" />
      <small className="quiet">
        {t(['差：每天和当天的相似家庭比，天气就抵掉了', 'Gap: each day beside similar homes, so weather cancels'])}
      </small>
    </div>
  );
}
