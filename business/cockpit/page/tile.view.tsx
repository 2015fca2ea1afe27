import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { SeriesAnswer, Tile } from '../kpi/kpi.calls.ts';
import { metrics } from '../kpi/metrics.rules.ts';
import { ChangeMark, Spark, changeWords, unitWords, valueWords } from './figures.view.tsx';

export const figureLabel = (metric: string): Label =>
  metrics.find((one) => one.name === metric)?.label ?? [metric, metric];

/** Where the list of a figure stands, with its filters. */
export const drillAddress = (drill: Tile['drill']): string | null =>
  drill && `${drill.path}?${new URLSearchParams(drill.query).toString()}`;

/** What stands below a figure: what it was, and what belongs to it. */
function Beside({ tile, tiles, was }: { tile: Tile; tiles: readonly Tile[]; was: Label }): ReactElement {
  const t = useT();
  const revenue = tiles.find((one) => one.metric === 'revenue')?.num ?? 0;
  const share = ['margin', 'wages'].includes(tile.metric) && revenue > 0 ? (tile.num / revenue) * 100 : null;
  return (
    <small className="quiet">
      {tile.facts.overWeek !== undefined && (
        <span>
          {t(['过 7 天 ', 'over 7 days '])}
          <b data-worry={tile.facts.overWeek > 0}>{tile.facts.overWeek}</b>
        </span>
      )}
      {tile.facts.wagesToCome !== undefined && <span>{t(['本月工资未核算', 'wages not calculated yet'])}</span>}
      {share !== null && tile.facts.wagesToCome === undefined && (
        <span>{t([`占收入 ${share.toFixed(1)}%`, `${share.toFixed(1)}% of revenue`])}</span>
      )}
      {tile.provisional && <span>{t(['近 30 天暂定', 'last 30 days provisional'])}</span>}
      {tile.before && (
        <span>
          {t(was)} {valueWords(tile.before.value, tile.unit)}
          {tile.unit === 'percent' && tile.before.value !== null && '%'}
        </span>
      )}
    </small>
  );
}

/** One figure, its change and its thirteen weeks; it leads to the rows that make it up. */
export function KpiTile({
  tile,
  tiles,
  points,
  was,
  wide = false,
}: {
  tile: Tile;
  tiles: readonly Tile[];
  points: SeriesAnswer[number]['points'];
  was: Label;
  wide?: boolean;
}): ReactElement {
  const t = useT();
  const to = drillAddress(tile.drill);
  const change = changeWords(tile.value, tile.before?.value ?? null, tile.unit);
  const inside = (
    <>
      <span className="kpi-name">
        {t(figureLabel(tile.metric))}
        {change && <ChangeMark verdict={tile.verdict} words={change} />}
      </span>
      <span className="kpi-value">
        <b>{valueWords(tile.value, tile.unit)}</b>
        {tile.value !== null && t(unitWords[tile.unit]) && <small>{t(unitWords[tile.unit])}</small>}
      </span>
      <Spark values={points.map((one) => one.value)} width={wide ? 300 : 76} height={wide ? 48 : 24} />
      <Beside tile={tile} tiles={tiles} was={was} />
    </>
  );
  return to && !wide ? (
    <Link className="kpi-tile" to={to} data-verdict={tile.verdict}>
      {inside}
    </Link>
  ) : (
    <div className="kpi-tile" data-verdict={tile.verdict}>
      {inside}
    </div>
  );
}

/** A figure that the person may not read says so. */
export function WithheldTile({ metric }: { metric: string }): ReactElement {
  const t = useT();
  return (
    <div className="kpi-tile" data-withheld>
      <span className="kpi-name">{t(figureLabel(metric))}</span>
      <small className="quiet">{t(['没有查看权限', 'You may not see this'])}</small>
    </div>
  );
}
