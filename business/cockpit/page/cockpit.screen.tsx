import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Maximize, Minimize } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import type { AnyCall, CallAnswer, CallSent } from '#kernel/language/calls/call.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useAwaited } from '#kernel/web/query/awaited.ts';
import { dayFromNow, dayHeading, shortMoment, today } from '#kernel/web/i18n/dates.ts';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { weekdayOf } from '#kernel/language/days.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { type BreakdownAnswer, type TilesAnswer, kpiBreakdown, kpiSeries, kpiTiles } from '../kpi/kpi.calls.ts';
import { FigureFaces } from './faces.view.tsx';
import { SystemBars, TeamTable } from './breakdown.view.tsx';
import { Choice } from './choice.view.tsx';
import { Sentences } from './sentences.view.tsx';
import { KpiTile, WithheldTile } from './tile.view.tsx';
import { Trends } from './trends.view.tsx';
import { WallTeams } from './wall.view.tsx';
import './cockpit.css';

const EVERY_MS = 60_000;
/** Age of the figures in minutes from which the hourly computation must have failed. */
const STALE_MINUTES = 65;

type SpanKey = 'day' | 'week' | 'month';
const spanWords: Readonly<Record<SpanKey, Label>> = {
  day: ['今天', 'Today'],
  week: ['本周', 'This week'],
  month: ['本月', 'This month'],
};
const wasWords: Readonly<Record<SpanKey, Label>> = {
  day: ['上周同日', 'a week ago'],
  week: ['上周', 'last week'],
  month: ['上月同期', 'a month ago'],
};
const YEAR_AGO: Label = ['去年同期', 'a year ago'];

function daysOf(span: SpanKey): { from: string; to: string } {
  const to = today();
  if (span === 'month') return { from: `${to.slice(0, 7)}-01`, to };
  return { from: span === 'day' ? to : dayFromNow(1 - weekdayOf(to)), to };
}

/** Poll a call every minute. Until a new answer arrives the previous one is shown, with `isEarlier`. */
function useFigures<C extends AnyCall>(
  call: C,
  sent: CallSent<C>,
): { readonly data: CallAnswer<C> | undefined; readonly isEarlier: boolean } {
  const language = useLanguage();
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['list', 'kpiDay', call.path, sent, language],
    queryFn: ({ signal }) => askCall(call, sent, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  });
  return { data: data as CallAnswer<C> | undefined, isEarlier: isPlaceholderData };
}

/** Return the minutes that have passed since a moment in the company's time zone. */
const minutesSince = (moment: string): number =>
  (Date.parse(momentNow().replace(' ', 'T')) - Date.parse(moment.replace(' ', 'T'))) / 60_000;

/** When the figures were last computed; marked if that is too long ago. */
function Reckoned({ at }: { at: string }): ReactElement {
  const t = useT();
  if (!at) return <small className="quiet">{t(['还没有核算过', 'Nothing was counted yet'])}</small>;
  const isStale = minutesSince(at) > STALE_MINUTES;
  return (
    <small className={isStale ? 'kpi-stale' : 'quiet'}>
      {t([`数字到 ${shortMoment(at)}`, `counted until ${shortMoment(at)}`])}
      {isStale && t(['，之后没有核算', ', not counted since'])}
    </small>
  );
}

function Tiles({
  answer,
  series,
  was,
  wide,
}: {
  answer: TilesAnswer | undefined;
  series: CallAnswer<typeof kpiSeries> | undefined;
  was: Label;
  wide: boolean;
}): ReactElement {
  if (!answer)
    return (
      <div className="kpi-tiles" aria-busy>
        {Array.from({ length: 10 }, (_, at) => (
          <div key={at} className="kpi-tile">
            <i className="skeleton" style={{ width: 96 }} />
          </div>
        ))}
      </div>
    );
  return (
    <div className="kpi-tiles">
      {answer.tiles.map((tile) => (
        <KpiTile
          key={tile.metric}
          tile={tile}
          tiles={answer.tiles}
          points={series?.find((one) => one.metric === tile.metric)?.points ?? []}
          was={was}
          wide={wide}
        />
      ))}
      {!wide && answer.withheld.map((metric) => <WithheldTile key={metric} metric={metric} />)}
    </div>
  );
}

const NONE: BreakdownAnswer = [];

/** The clock of the wall display. */
function WallClock(): ReactElement {
  const language = useLanguage();
  const [now, setNow] = useState(momentNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(momentNow()), 5000);
    return () => clearInterval(timer);
  }, []);
  return (
    <b className="kpi-clock">
      {dayHeading(now.slice(0, 10), language)} {now.slice(11, 16)}
    </b>
  );
}

/**
 * The page of figures: the largest changes, tiles, tables of teams and systems, and charts of thirteen weeks. `?wall=1`
 * is for a wall display, without names of people.
 */
export default function CockpitScreen(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [search, setSearch] = useSearchParams();
  const wall = search.get('wall') === '1';
  const span = (['day', 'week'].includes(search.get('span') ?? '') ? search.get('span') : 'month') as SpanKey;
  const lastYear = search.get('against') === 'year';
  const narrowed = { team: search.get('team') || null, system: search.get('system') || null };
  const put = (changes: Readonly<Record<string, string>>): void =>
    setSearch(
      (now) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value) now.set(name, value);
          else now.delete(name);
        }
        return now;
      },
      { replace: true },
    );
  const { from, to } = daysOf(span);
  const filters = { from, to, lastYear, ...narrowed };
  const figures = [
    useFigures(kpiTiles, filters),
    useFigures(kpiSeries, { to, ...narrowed }),
    useFigures(kpiBreakdown, { ...filters, by: 'team' }),
    useFigures(kpiBreakdown, { ...filters, by: 'system' }),
  ] as const;
  const [answer, series, teams = NONE, systems = NONE] = [
    figures[0].data,
    figures[1].data,
    figures[2].data,
    figures[3].data,
  ];
  const isEarlier = figures.some((one) => one.isEarlier);
  const awaited = useAwaited(isEarlier);
  const teamNames = useDictionary(customerServiceTeam);
  const systemNames = useDictionary(repairType);
  const flipWall = (): void => put(wall ? { wall: '', menu: '' } : { wall: '1', menu: 'false' });
  useKeys([{ keys: 'f', label: ['大屏', 'Wall display'], run: flipWall }]);
  const was = lastYear ? YEAR_AGO : wasWords[span];
  return (
    <FigureFaces value={answer?.figures ?? []}>
      <div className="kpi" data-wall={wall}>
        <header className="page-head">
          <h1>{t(['经营驾驶舱', 'Cockpit'])}</h1>
          {wall ? null : <small className="quiet">{dayHeading(to, language)}</small>}
          {answer && <Reckoned at={answer.reckoned} />}
          <span className="spring" />
          {wall ? (
            <WallClock />
          ) : (
            <>
              <Choice
                label={t(['班组', 'Team'])}
                all={t(['全部', 'All'])}
                items={teamNames}
                value={narrowed.team ?? ''}
                onChange={(team) => put({ team })}
              />
              <Choice
                label={t(['系统', 'System'])}
                all={t(['全部', 'All'])}
                items={systemNames}
                value={narrowed.system ?? ''}
                onChange={(system) => put({ system })}
              />
              <div className="kpi-spans" role="group" aria-label={t(['期间', 'Period'])}>
                {(Object.keys(spanWords) as SpanKey[]).map((one) => (
                  <button
                    key={one}
                    type="button"
                    className="button plain"
                    aria-pressed={one === span}
                    onClick={() => put({ span: one === 'month' ? '' : one })}
                  >
                    {t(spanWords[one])}
                  </button>
                ))}
              </div>
              <div className="kpi-spans" role="group" aria-label={t(['对比', 'Compared with'])}>
                {[false, true].map((year) => (
                  <button
                    key={String(year)}
                    type="button"
                    className="button plain"
                    aria-pressed={year === lastYear}
                    onClick={() => put({ against: year ? 'year' : '' })}
                  >
                    {t(['比', 'vs'])} {t(year ? YEAR_AGO : wasWords[span])}
                  </button>
                ))}
              </div>
            </>
          )}
          <button
            type="button"
            className="button"
            title={t(['大屏', 'Wall display'])}
            aria-label={t(['大屏', 'Wall display'])}
            onClick={flipWall}
          >
            {wall ? <Minimize size={15} aria-hidden /> : <Maximize size={15} aria-hidden />}
            {!wall && t(['大屏', 'Wall'])}
            {!wall && <kbd>F</kbd>}
          </button>
        </header>
        <div className="kpi-figures" inert={isEarlier} {...awaited}>
          {!wall && answer && <Sentences tiles={answer.tiles} teams={teams} systems={systems} />}
          <Tiles answer={answer} series={series} was={was} wide={wall} />
          {wall ? (
            <WallTeams rows={teams} />
          ) : (
            answer && (
              <div className="kpi-parts">
                <TeamTable rows={teams} tiles={answer.tiles} />
                <div>
                  <Trends series={series ?? []} />
                  <SystemBars rows={systems} tiles={answer.tiles} />
                </div>
              </div>
            )
          )}
        </div>
      </div>
    </FigureFaces>
  );
}
