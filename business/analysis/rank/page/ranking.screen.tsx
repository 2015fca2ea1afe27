import { type ReactElement, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { ENERGIES, type Energy, energyNames } from '../../energy/energies.rules.ts';
import { saveCsv } from '../../page/save-csv.view.tsx';
import { type RankGuess, guessWords } from '../guess.rules.ts';
import { type RankSort, rankingExport } from '../ranking.calls.ts';
import { RankFilterRow } from './rank-filters.view.tsx';
import { RankAnswers, RankHead, RankViews } from './rank-head.view.tsx';
import { RankSide } from './rank-side.view.tsx';
import { RankTable } from './rank-table.view.tsx';
import { emptyWords, gapText, openOrder, reasonWords, sortNames, specOf } from './rank-words.rules.ts';
import { PAGE, type Ranking, useRanking } from './use-ranking.view.tsx';
import { type RankRepairs, useRepairs } from './use-repairs.view.tsx';
import '../../page/energy.css';
import './rank.css';

/** Return the energy and month in the URL of the tab, and a function to change them. */
function useAddress() {
  const path = useTabPath();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const [own, setOwn] = useState(search.toString());
  // Only the tab in front follows the URL of the browser.
  if (pathname === path && own !== search.toString()) setOwn(search.toString());
  const query = new URLSearchParams(own);
  const energy = ENERGIES.find((one) => one === query.get('energy')) ?? ('heat' as Energy);
  return {
    energy,
    month: query.get('month') ?? '',
    change: (to: Readonly<Record<string, string>>): void =>
      setSearch((now) => new URLSearchParams({ ...Object.fromEntries(now), ...to }), { replace: true }),
  };
}

/** Return a function that saves the rows as filtered as a CSV file. */
function useExport({ energy, query, data }: Ranking): () => void {
  const t = useT();
  return () => {
    void askCall(rankingExport, { ...query, energy } as Parameters<typeof askCall<typeof rankingExport>>[1])
      .then((rows) =>
        saveCsv(`${t(['能效榜', 'Efficiency'])} ${t(energyNames[energy])} ${data?.month ?? ''}.csv`, [
          [
            t(['家庭', 'Home']),
            t(['地址', 'Address']),
            t(['设备', 'Device']),
            t(['型号', 'Model']),
            ...(['figure', 'peer', 'worse', 'own', 'run', 'extra', 'perDegree'] as const).map((one) =>
              t(sortNames[one]),
            ),
            t(['像什么', 'Perhaps']),
            t(['单据', 'Request']),
          ],
          ...rows.map((row) => [
            row.home,
            row.address,
            row.name,
            row.model,
            String(row.figure ?? ''),
            String(row.peer ?? ''),
            row.worse === null ? '' : gapText(specOf(row.category).good, row.worse),
            row.own === null ? '' : gapText(specOf(row.category).good, row.own),
            String(row.run),
            String(row.extra ?? ''),
            String(row.perDegree ?? ''),
            row.reason ? t(reasonWords(row.reason)) : row.guess ? t(guessWords[row.guess as RankGuess]) : '',
            row.orderNo,
          ]),
        ]),
      )
      .catch(() => undefined);
  };
}

/** Columns in the order in which S sorts by them. */
const COLUMNS: readonly RankSort[] = ['worse', 'own', 'run', 'extra', 'perDegree', 'figure', 'peer'];

function useRankKeys(ranking: Ranking, repairs: RankRepairs, exportRows: (() => void) | null): void {
  const go = useNavigate();
  const { here, energy, data, picked, rows, choice } = ranking;
  const nextSort = (): void => {
    const columns = COLUMNS.filter((sort) => sort !== 'perDegree' || energy === 'heat');
    ranking.change({ sort: columns[(columns.indexOf(choice.sort) + 1) % columns.length], direction: 'desc' });
  };
  useKeys([
    { keys: 'j', label: ['下一户', 'Next'], run: () => ranking.move(1) },
    { keys: 'k', label: ['上一户', 'Previous'], run: () => ranking.move(-1) },
    { keys: 'ArrowDown', label: ['下一户', 'Next'], silent: true, run: () => ranking.move(1) },
    { keys: 'ArrowUp', label: ['上一户', 'Previous'], silent: true, run: () => ranking.move(-1) },
    { keys: 'Space', label: ['选', 'Select'], overPressed: true, run: () => here && ranking.pick(here.id) },
    { keys: 'r', label: ['报修', 'Repair'], run: () => here && !openOrder(here) && repairs.make([here.id]) },
    {
      keys: 'b',
      label: ['各建一张报修单', 'A request for each'],
      run: () => repairs.make(rows.filter((row) => picked.has(row.id)).map((row) => row.id)),
    },
    {
      keys: 'd',
      label: ['打开设备', 'Open the device'],
      run: () => here && void go(`/matter/exampleDetail?id=${here.id}`),
    },
    {
      keys: 'e',
      label: ['看能耗', 'Energy page'],
      run: () => here && data && void go(`/analysis/${energy}?device=${here.id}&date=${data.month}`),
    },
    { keys: 's', label: ['换一列排', 'Sort by the next figure'], run: nextSort },
    ...(exportRows ? [{ keys: 'x', label: ['导出', 'Export'] as const, run: exportRows }] : []),
    ...(picked.size > 0 ? [{ keys: 'Escape', label: ['不选了', 'Clear'] as const, run: ranking.clear }] : []),
  ]);
}

/** Shown in place of rows: not computed yet, nothing in the view, or a failure. */
function Nothing({ ranking }: { ranking: Ranking }): ReactElement | null {
  const t = useT();
  const { data, error, rows, choice } = ranking;
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到能效', 'The ranking could not be read'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!data || rows.length > 0) return null;
  return (
    <div className="table-empty">
      <b>{t(data.until ? emptyWords[choice.view] : ['这个月还没有算', 'Nothing is computed for this month'])}</b>
      <span>
        {data.until
          ? t(['换一个视图或筛选看看', 'Try another view or filter'])
          : t(['每天凌晨算一次', 'It is computed each night'])}
      </span>
    </div>
  );
}

function Foot({ ranking }: { ranking: Ranking }): ReactElement {
  const t = useT();
  const { data, choice } = ranking;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE));
  return (
    <footer className="energy-foot quiet rank-foot">
      <span className="rank-keys">
        <kbd>↑</kbd> <kbd>↓</kbd> {t(['移动', 'move'])} <kbd>Space</kbd> {t(['选', 'select'])} <kbd>R</kbd>{' '}
        {t(['报修', 'repair'])} <kbd>D</kbd> {t(['设备', 'device'])} <kbd>E</kbd> {t(['能耗', 'energy'])} <kbd>S</kbd>{' '}
        {t(['换一列排', 'sort'])}
      </span>
      {pages > 1 && (
        <span>
          <button
            type="button"
            className="link"
            disabled={choice.current <= 1}
            onClick={() => ranking.change({ current: choice.current - 1 })}
          >
            {t(['上一页', 'Previous'])}
          </button>{' '}
          {choice.current} / {pages}{' '}
          <button
            type="button"
            className="link"
            disabled={choice.current >= pages}
            onClick={() => ranking.change({ current: choice.current + 1 })}
          >
            {t(['下一页', 'Next'])}
          </button>
        </span>
      )}
      <span>{t(['今天不算在内；空的不当 0', 'Today is not counted; empty is never 0'])}</span>
    </footer>
  );
}

/** Ranking of the devices of an energy, worst first, beside similar homes; one screen for all energies. */
export default function RankingScreen(): ReactElement {
  const t = useT();
  const { energy, month, change } = useAddress();
  const ranking = useRanking(energy, month);
  const { data } = ranking;
  const repairs = useRepairs(energy, data?.month ?? '');
  const exportRows = useExport(ranking);
  const mayExport = useMay(device)('export');
  const [isOpen, setOpen] = useState(false);
  useTabTitle(t(['能效榜', 'Efficiency']));
  useRankKeys(ranking, repairs, mayExport ? exportRows : null);
  const open = (id: string): void => {
    ranking.choose(id);
    setOpen(true);
  };
  return (
    <div className="rank-page">
      <RankHead ranking={ranking} change={change} exportRows={exportRows} mayExport={mayExport} />
      <div className="rank-body" data-open={isOpen || undefined}>
        <main>
          <RankAnswers ranking={ranking} />
          <RankViews ranking={ranking} />
          <RankFilterRow ranking={ranking} repairs={repairs} />
          {data?.isEarlier && (
            <p className="rank-earlier quiet">
              {t([
                `这个月还不到 5 天，先看 ${data.month}`,
                `This month has too few days yet, so ${data.month} is shown`,
              ])}
            </p>
          )}
          {!ranking.error && <RankTable ranking={ranking} repairs={repairs} open={open} />}
          <Nothing ranking={ranking} />
          <Foot ranking={ranking} />
        </main>
        <RankSide ranking={ranking} repairs={repairs} close={() => setOpen(false)} />
      </div>
    </div>
  );
}
