import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { FilledPlace } from '#kernel/web/registry/places.tsx';
import type { OrderedList } from '#business/masterdata/piles/bench.calls.ts';
import type { BenchName } from '#business/masterdata/piles/bench-roles.rules.ts';
import { besidePlace } from '#business/masterdata/piles/bench-place.view.tsx';
import type { Pile } from '#business/masterdata/piles/pile.calls.ts';
import { useMinute } from '../use-minute.view.tsx';
import { oldestWords, waitWords } from '../wait-words.rules.ts';
import { readNext } from '../work.calls.ts';

/** Return the worst fact of a pile: its oldest or next row. */
function Worst({ pile }: { pile: Pile }): ReactElement | null {
  const t = useT();
  const now = useMinute();
  const [first] = pile.rows;
  if (!first?.when) return null;
  const words =
    pile.when === 'came' ? oldestWords(first, now, shortMoment(first.when)) : waitWords(pile.when, first, now);
  return <small className="quiet">{words ? t(words) : shortMoment(first.when)}</small>;
}

function Rest({ list, piles }: { list: OrderedList | null; piles: readonly Pile[] }): ReactElement | null {
  const t = useT();
  const waiting = list && piles.filter(({ name }) => list.rest.includes(name));
  if (waiting?.length === 0) return null;
  return (
    <section className="bench-card" aria-busy={!list}>
      <h2>
        {t(['其余在等', 'Also waiting'])}{' '}
        <small className="quiet">{t(['点开就是那几行', 'each opens its rows'])}</small>
      </h2>
      <ul>
        {waiting
          ? waiting.map((pile) => (
              <li key={pile.name}>
                <Link to={pile.all}>
                  <span>{t(pile.label)}</span> <Worst pile={pile} />
                  <b data-worry={pile.worry}>{grouped(pile.count)}</b>
                </Link>
              </li>
            ))
          : [0, 1, 2].map((at) => (
              <li key={at}>
                <i className="skeleton" style={{ width: 180 }} />
              </li>
            ))}
      </ul>
    </section>
  );
}

function Next(): ReactElement | null {
  const t = useT();
  const { data, isError, refetch } = useCall(readNext, {}, { quiet: true, refetchInterval: 60_000 });
  if (data?.next.length === 0 && data.failed.length === 0) return null;
  return (
    <section className="bench-card bench-next" aria-busy={!data && !isError}>
      <h2>{t(['接下来', 'Coming up'])}</h2>
      <ul>
        {data?.next.map((one) => (
          <li key={`${one.name} ${one.at} ${one.to}`}>
            <Link to={one.to}>
              <time>{shortMoment(one.at)}</time>
              <span>{t(one.label)}</span>
              <small className="quiet">{t(one.fact)}</small>
            </Link>
          </li>
        ))}
        {(isError || (data?.failed.length ?? 0) > 0) && (
          <li className="bench-lost" role="alert">
            {t(['接下来的没读全', 'Not all of it was read'])}{' '}
            <button type="button" className="bench-verb" onClick={() => void refetch()}>
              {t(['再试', 'Try again'])}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}

/** The column at the right: what the role looks at beside, what else waits, what comes by itself. */
export function BenchSide({
  bench,
  list,
  piles,
}: {
  bench: BenchName;
  list: OrderedList | null;
  piles: readonly Pile[];
}): ReactElement {
  return (
    <aside className="bench-side">
      <FilledPlace of={besidePlace} given={{ bench }} />
      <Rest list={list} piles={piles} />
      <Next />
    </aside>
  );
}
