import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { type RankGuess, guessWords, signWords } from '../guess.rules.ts';
import type { RankSort, RankingRow } from '../ranking.calls.ts';
import { shownNumber } from '../../page/energy-page.rules.ts';
import { RowOrder } from './rank-order.view.tsx';
import { gapText, reasonWords, sortNames, specOf, toneOf } from './rank-words.rules.ts';
import type { Ranking } from './use-ranking.view.tsx';
import type { RankRepairs } from './use-repairs.view.tsx';

const TREND = { width: 80, height: 24 };
const BAR = 40;

/** Twenty days of a device, with the median of similar homes as a dashed line. */
function TrendLine({ trend }: Pick<RankingRow, 'trend'>): ReactElement | null {
  const points = trend.map((day) => [day?.[0] ?? null, day?.[1] ?? null]);
  const all = points.flat().filter((value) => value !== null);
  if (all.length < 3) return null;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const y = (value: number): number =>
    high === low ? TREND.height / 2 : TREND.height - 3 - ((value - low) / (high - low)) * (TREND.height - 6);
  const line = (of: 0 | 1): string =>
    points
      .flatMap((point, at) => {
        const value = point[of];
        return value === null
          ? []
          : `${(2 + (at / Math.max(1, points.length - 1)) * (TREND.width - 4)).toFixed(1)},${y(value).toFixed(1)}`;
      })
      .join(' ');
  return (
    <svg className="rank-trend" {...TREND} viewBox={`0 0 ${TREND.width} ${TREND.height}`} aria-hidden>
      <polyline points={line(1)} fill="none" stroke="currentColor" strokeDasharray="2 2" className="rank-peers" />
      <polyline points={line(0)} fill="none" stroke="currentColor" strokeWidth={1.4} />
    </svg>
  );
}

/** Return the two lines of the probable cause: cause and evidence; or why the device cannot be compared. */
function useCause(row: RankingRow): readonly [string, string] {
  const t = useT();
  if (row.reason)
    return [t(reasonWords(row.reason)), t([`${row.days} 天，${row.peers} 户`, `${row.days} days, ${row.peers} homes`])];
  if (!row.guess) return ['', ''];
  const sign = row.signs.find((one) => one.isBad);
  const words = sign && signWords(sign as Parameters<typeof signWords>[0]);
  const evidence: Label = words
    ? [
        `${words.what[0]} ${words.value}，一般 ${words.usual}`,
        `${words.what[1]} ${words.value}, usually ${words.usual}`,
      ]
    : row.own !== null
      ? ['和自己去年比', 'Beside its own last year']
      : ['', ''];
  return [t(guessWords[row.guess as RankGuess]), t(evidence)];
}

export const RankCause = ({ row }: { row: RankingRow }): ReactElement => {
  const [cause, evidence] = useCause(row);
  return (
    <>
      <span>{cause}</span>
      <small className="quiet">{evidence}</small>
    </>
  );
};

const Gap = ({ row }: { row: RankingRow }): ReactElement => (
  <span className="rank-gap" data-tone={toneOf(row.worse)}>
    <i style={{ width: Math.min(1, Math.max(0, row.worse ?? 0) / 0.5) * BAR }} aria-hidden />
    {gapText(specOf(row.category).good, row.worse)}
  </span>
);

function Head({ ranking, sort, note }: { ranking: Ranking; sort: RankSort; note?: string }): ReactElement {
  const t = useT();
  const { choice, energy } = ranking;
  const isHere = choice.sort === sort;
  const label: Label = sort === 'figure' && energy === 'heat' ? ['COP', 'COP'] : sortNames[sort];
  const Arrow = choice.direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th aria-sort={isHere ? (choice.direction === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" onClick={() => ranking.sortBy(sort)}>
        {t(label)}
        {note && <small> {note}</small>}
        {isHere && <Arrow size={12} aria-hidden />}
      </button>
    </th>
  );
}

function Row({ row, ranking, repairs }: { row: RankingRow; ranking: Ranking; repairs: RankRepairs }): ReactElement {
  const t = useT();
  const spec = specOf(row.category);
  const isHeat = ranking.energy === 'heat';
  const worseOwn = toneOf(row.own);
  return (
    <tr
      aria-selected={ranking.here?.id === row.id}
      data-picked={ranking.picked.has(row.id) || undefined}
      onClick={() => ranking.choose(row.id)}
    >
      <td className="rank-tick">
        <input
          type="checkbox"
          aria-label={t([`选 ${row.home}`, `Select ${row.home}`])}
          checked={ranking.picked.has(row.id)}
          onClick={(event) => event.stopPropagation()}
          onChange={() => ranking.pick(row.id)}
        />
      </td>
      <td className="rank-home">
        <b>{row.home}</b>
        <small className="quiet" title={row.address}>
          {row.address}
        </small>
      </td>
      <td>
        <TrendLine trend={row.trend} />
      </td>
      <td>
        <b>{shownNumber(row.figure, spec.decimals)}</b> {spec.unit && <small className="quiet">{spec.unit}</small>}
      </td>
      <td>
        {shownNumber(row.peer, spec.decimals)} <small className="quiet">/ {row.peers}</small>
      </td>
      <td>
        <Gap row={row} />
      </td>
      <td data-tone={worseOwn}>
        {row.own === null ? (
          <span className="quiet">{t(['没有去年', 'No last year'])}</span>
        ) : (
          gapText(spec.good, row.own)
        )}
      </td>
      <td>{row.run || '–'}</td>
      <td>
        {shownNumber(row.extra, 0)} <small className="quiet">{row.extra === null ? '' : spec.used.unit}</small>
      </td>
      {isHeat && <td>{shownNumber(row.perDegree, 2)}</td>}
      <td className="rank-cause">
        <RankCause row={row} />
      </td>
      <td>
        <RowOrder row={row} repairs={repairs} />
      </td>
    </tr>
  );
}

function Skeleton({ columns }: { columns: number }): ReactElement {
  return (
    <>
      {Array.from({ length: 8 }, (_, at) => (
        <tr key={at} aria-hidden>
          <td colSpan={columns}>
            <i className="skeleton" style={{ width: `${50 + ((at * 17) % 40)}%` }} />
          </td>
        </tr>
      ))}
    </>
  );
}

/** Cards of a phone: home, figure, gap, cause, and the button. */
function Cards({
  ranking,
  repairs,
  open,
}: {
  ranking: Ranking;
  repairs: RankRepairs;
  open: (id: string) => void;
}): ReactElement {
  return (
    <ol className="rank-cards">
      {ranking.rows.map((row) => {
        const spec = specOf(row.category);
        return (
          <li key={row.id} onClick={() => open(row.id)}>
            <button type="button" className="rank-card-name">
              <b>{row.home}</b>
              <small className="quiet">{row.address}</small>
            </button>
            <span className="rank-card-figure">
              <b>{shownNumber(row.figure, spec.decimals)}</b> <small className="quiet">{spec.unit}</small>
              <Gap row={row} />
            </span>
            <span className="rank-cause">
              <RankCause row={row} />
            </span>
            <RowOrder row={row} repairs={repairs} />
          </li>
        );
      })}
      {!ranking.data &&
        Array.from({ length: 6 }, (_, at) => (
          <li key={at} aria-hidden>
            <i className="skeleton" style={{ width: '70%' }} />
          </li>
        ))}
    </ol>
  );
}

/** Table of the ranking, sorted by any figure; cards on a phone. */
export function RankTable({
  ranking,
  repairs,
  open,
}: {
  ranking: Ranking;
  repairs: RankRepairs;
  open: (id: string) => void;
}): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  if (isPhone) return <Cards ranking={ranking} repairs={repairs} open={open} />;
  const { rows, picked, data } = ranking;
  const isHeat = ranking.energy === 'heat';
  const isAll = rows.length > 0 && picked.size === rows.length;
  return (
    <div className="rank-table" aria-busy={!data}>
      <table>
        <thead>
          <tr>
            <th className="rank-tick">
              <input
                type="checkbox"
                aria-label={t(['选这一页', 'Select this page'])}
                checked={isAll}
                disabled={rows.length === 0}
                onChange={ranking.pickAll}
              />
            </th>
            <th>{t(['家庭', 'Home'])}</th>
            <th>{t(['20 天，虚线相似', '20 days, dashed: similar'])}</th>
            <Head ranking={ranking} sort="figure" />
            <Head ranking={ranking} sort="peer" />
            <Head ranking={ranking} sort="worse" />
            <Head ranking={ranking} sort="own" />
            <Head ranking={ranking} sort="run" />
            <Head ranking={ranking} sort="extra" />
            {isHeat && <Head ranking={ranking} sort="perDegree" />}
            <th>{t(['像什么', 'Perhaps'])}</th>
            <th>{t(['单据', 'Request'])}</th>
          </tr>
        </thead>
        <tbody>
          {data ? (
            rows.map((row) => <Row key={row.id} row={row} ranking={ranking} repairs={repairs} />)
          ) : (
            <Skeleton columns={isHeat ? 12 : 11} />
          )}
        </tbody>
      </table>
    </div>
  );
}
