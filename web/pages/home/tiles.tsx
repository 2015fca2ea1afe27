import { listTitleOf } from '#kernel/language/plural.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { Link } from 'react-router';
import { captionOf } from '#kernel/language/caption.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get } from '#kernel/web/http/http.ts';
import { useChanges } from '#kernel/web/realtime/live.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { capped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';

/** Refresh a tile when rows of its paper change. */
function useLiveTile(of: AnyPaper): void {
  const [changes, seen] = useChanges(of.name);
  useEffect(() => {
    if (!changes) return;
    seen();
    for (const kind of ['counts', 'newest']) void queryClient.invalidateQueries({ queryKey: [kind, of.name] });
  }, [changes]);
}

function Head({ of }: { of: AnyPaper }): ReactElement {
  const t = useT();
  const Icon = iconOf(of.menu?.icon);
  return (
    <h2>
      <Icon size={16} aria-hidden />{' '}
      <Link to={of.menu?.path ?? '/'} draggable={false}>
        {t(listTitleOf(of))}
      </Link>
    </h2>
  );
}

/** The views of a paper as links, each with its number of rows. */
export function WaitingTile({ of }: { of: AnyPaper }): ReactElement {
  const t = useT();
  useLiveTile(of);
  const { data: counts } = useQuery({
    queryKey: ['counts', of.name],
    queryFn: () => get<Record<string, number>>('blade-core/counts', { paper: of.name }, { quiet: true }),
  });
  return (
    <>
      <Head of={of} />
      {Object.entries(of.views ?? {}).map(([name, view]) => (
        <Link
          key={name}
          className="home-count"
          data-worry={view.worry && (counts?.[name] ?? 0) > 0}
          to={`${of.menu?.path}?view=${name}`}
          draggable={false}
        >
          <span>{t(view.label)}</span>
          {counts ? <b>{capped(counts[name] ?? 0)}</b> : <i className="skeleton" style={{ width: 24 }} />}
        </Link>
      ))}
    </>
  );
}

const NEWEST = 4;

/** The newest rows of a personal paper. */
export function Newest({ of }: { of: AnyPaper }): ReactElement {
  const t = useT();
  const language = useLanguage();
  useLiveTile(of);
  const { data } = useQuery({
    queryKey: ['newest', of.name, language],
    queryFn: ({ signal }) => readList(of, { current: 1, size: NEWEST }, signal),
  });
  return (
    <>
      <Head of={of} />
      {!data && <i className="skeleton" style={{ width: '70%' }} />}
      {data?.records.length === 0 && <p className="quiet">{t(['没有要看的', 'Nothing to look at'])}</p>}
      {data?.records.map((row) => (
        <Link key={row.id} className="home-row" to={`${of.menu?.path}?id=${row.id}`} draggable={false}>
          <span>{String(row._names?.[of.caption] ?? captionOf(of, row, language))}</span>
          <small>{shortMoment(String(row.createTime ?? ''), language)}</small>
        </Link>
      ))}
    </>
  );
}
