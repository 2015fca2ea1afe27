import { ChevronRight } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kernel/web/actions/actions.tsx';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { RelayButton } from '../shipment/relay/relay.view.tsx';
import { type BoardTile, RELAY, type TileRow } from './store-board.calls.ts';

/** The step of a row: a link to the page that does it, or a button that does it here. */
function Step({ of, row, onActed }: { of: AnyPaper | undefined; row: TileRow; onActed: () => void }): ReactElement {
  const t = useT();
  if (!row.act.verb)
    return (
      <Link className="store-act" to={row.act.to}>
        {t(row.act.label)}
      </Link>
    );
  if (row.act.verb === RELAY)
    return <RelayButton applyId={row.id} label={row.act.label} look="link store-act" onMade={onActed} />;
  // Papers of some rooms load after the page.
  return of ? <Act of={of} row={row} onActed={onActed} /> : <span className="quiet store-act">{t(row.act.label)}</span>;
}

function Act({ of, row, onActed }: { of: AnyPaper; row: TileRow; onActed: () => void }): ReactElement | null {
  const t = useT();
  const acting = useActing(of, onActed);
  const action = of.lifecycle?.actions[row.act.verb];
  if (!action) return null;
  return (
    <>
      <button
        type="button"
        className="link store-act"
        onClick={() => void fetchRow(of, row.id).then((fresh) => acting.run([row.act.verb, action], [fresh]))}
      >
        {t(row.act.label)}
      </button>
      {acting.element}
    </>
  );
}

interface TileProps {
  readonly tile: BoardTile;
  readonly of: AnyPaper | undefined;
  /** The number of its key. */ readonly at: number;
  /** The row at hand; undefined outside this tile. */ readonly here: number | undefined;
  readonly acted: ReadonlySet<string>;
  readonly onActed: (id: string) => void;
  readonly onHere: (row: number) => void;
}

/** Since when a tile is empty. */
function Empty({ tile }: { tile: BoardTile }): ReactElement {
  const t = useT();
  const since = tile.since ? shortMoment(tile.since) : '';
  return (
    <p className="quiet store-empty">
      {since ? t([`${since} 起没有${tile.label[0]}`, `None since ${since}`]) : t([`没有${tile.label[0]}`, 'None'])}
    </p>
  );
}

/** A tile of the board: how many wait, the worst fact, five rows with one step each, and the whole list. */
export function StoreTileView({ tile, of, at, here, acted, onActed, onHere }: TileProps): ReactElement {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const head = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (here === undefined) return;
    const row = list.current?.children[here]?.querySelector<HTMLElement>('.store-act');
    (row ?? head.current)?.focus();
  }, [here, tile, of]);
  return (
    <section className="store-tile" data-tile={tile.name} data-here={here !== undefined || undefined}>
      <Link ref={head} className="store-tile-head" to={tile.all}>
        <h2>{t(tile.label)}</h2>
        <b data-worry={tile.worry && tile.count > 0}>{grouped(tile.count)}</b>
        <span className="quiet">{t(tile.fact)}</span>
        <span className="spring" />
        <kbd>{at}</kbd>
        <ChevronRight size={16} aria-hidden />
      </Link>
      <ul ref={list}>
        {tile.rows.map((row, index) => (
          <li
            key={row.id}
            data-row={row.id}
            data-acted={acted.has(row.id) || undefined}
            data-here={here === index || undefined}
            onFocus={() => onHere(index)}
          >
            <span className="store-when" data-late={row.late || undefined}>
              {row.when && shortMoment(row.when)}
            </span>
            <span className="store-who">{row.who}</span>
            <span className="store-words">{t(row.words)}</span>
            <span className="store-mark">
              {row.mark && <span className={`pill ${row.mark.tone}`}>{t(row.mark.words)}</span>}
            </span>
            {acted.has(row.id) ? (
              <span className="quiet store-act">{t(['已做', 'done'])}</span>
            ) : (
              <Step of={of} row={row} onActed={() => onActed(row.id)} />
            )}
          </li>
        ))}
      </ul>
      {tile.count === 0 ? (
        <Empty tile={tile} />
      ) : (
        <p className="store-tile-foot">
          <span className="quiet">{t(tile.foot)}</span>
          <Link to={tile.all}>{t([`全部 ${grouped(tile.count)}`, `All ${grouped(tile.count)}`])}</Link>
        </p>
      )}
    </section>
  );
}
