import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { type Label, inSentence } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { SeriesAnswer, Tile } from '../kpi/kpi.calls.ts';
import { useFaces } from './faces.view.tsx';
import { ChangeMark, Spark, changeWords, unitWords, valueWords } from './figures.view.tsx';

/** Return the address of the list behind a figure, with its filters. */
export const drillAddress = (drill: Tile['drill']): string | null =>
  drill && `${drill.path}?${new URLSearchParams(drill.query).toString()}`;

/** The line below a tile's value: further numbers, notes, and the earlier value. */
function Beside({ tile, tiles, was }: { tile: Tile; tiles: readonly Tile[]; was: Label }): ReactElement {
  const t = useT();
  const { faceOf } = useFaces();
  const face = faceOf(tile.metric);
  const whole = tiles.find((one) => one.metric === face?.shareOf)?.num ?? 0;
  const share = whole > 0 ? (tile.num / whole) * 100 : null;
  const of = faceOf(face?.shareOf ?? '')?.label ?? ['', ''];
  const { fact, pending } = face ?? {};
  const over = fact ? tile.facts[fact.name] : undefined;
  const isPending = pending ? tile.facts[pending.name] !== undefined : false;
  return (
    <small className="quiet">
      {fact && over !== undefined && (
        <span>
          {t([`${fact.label[0]} `, `${inSentence(fact.label[1])} `])}
          <b data-worry={over > 0}>{over}</b>
        </span>
      )}
      {pending && isPending && <span>{t(pending.label)}</span>}
      {share !== null && !isPending && (
        <span>{t([`占${of[0]} ${share.toFixed(1)}%`, `${share.toFixed(1)}% of ${inSentence(of[1])}`])}</span>
      )}
      {tile.provisional && (
        <span>{t([`近 ${face?.provisionalDays} 天暂定`, `last ${face?.provisionalDays} days provisional`])}</span>
      )}
      {tile.before && (
        <span>
          {t(was)} {valueWords(tile.before.value, tile.unit)}
          {tile.unit === 'percent' && tile.before.value !== null && '%'}
        </span>
      )}
    </small>
  );
}

/**
 * Tile of one figure: its value, its change, and a line of the last thirteen weeks. It links to the rows that are
 * counted.
 */
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
  const { faceOf } = useFaces();
  const to = drillAddress(tile.drill);
  const change = changeWords(tile.value, tile.before?.value ?? null, tile.unit);
  const inside = (
    <>
      <span className="kpi-name">
        {t(faceOf(tile.metric)?.label ?? ['', ''])}
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

/** Tile of a figure that the caller may not read, without a value. */
export function WithheldTile({ metric }: { metric: string }): ReactElement {
  const t = useT();
  const { faceOf } = useFaces();
  return (
    <div className="kpi-tile" data-withheld>
      <span className="kpi-name">{t(faceOf(metric)?.label ?? ['', ''])}</span>
      <small className="quiet">{t(['没有查看权限', 'You may not see this'])}</small>
    </div>
  );
}
