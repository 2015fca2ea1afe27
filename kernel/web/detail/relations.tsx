import { listTitleOf } from '#kernel/language/plural.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { type Pointer, pointerName, pointerPaper, pointerQuery, pointersAt } from '#kernel/fields/relations.ts';
import { cellOf } from '#kernel/fields/kinds.view.tsx';
import { captionField } from '#kernel/language/caption.ts';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { iconOf } from '../menus/icons.ts';
import { readList } from '../registry/paper-calls.ts';
import { allPapers, findPaper, useMay } from '../registry/papers.ts';
import type { WireRow } from '../registry/rows.ts';
import { shortMoment } from '../i18n/dates.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import { namedBy } from './related.ts';
import type { TabCounts } from './use-tab-counts.ts';

const MOST = 5;

function RelatedRow({ of, row }: { of: AnyPaper; row: WireRow }): ReactElement {
  const language = useLanguage();
  const Icon = iconOf(of.menu?.icon);
  const state = of.lifecycle?.field;
  const fields = of.fields as Record<string, Field>;
  const show = (name: string): React.ReactNode => cellOf(row, name, fields[name], language);
  return (
    <li className="related">
      <Icon size={16} aria-hidden />
      <Link to={`${of.menu?.path}?id=${row.id}`}>{show(captionField(of, row, language))}</Link>
      <span>
        {(of.hint ?? [])
          .filter((name: string) => row[name])
          .map((name: string) => (
            <span key={name}>{show(name)} </span>
          ))}
      </span>
      {state && show(state)}
      <time className="quiet">{row.createTime && shortMoment(row.createTime)}</time>
    </li>
  );
}

function Related({ pointer, id }: { pointer: Pointer; id: string }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const may = useMay(pointer.paper)('view');
  const { data } = useQuery({
    queryKey: ['list', pointer.paper.name, 'related', pointer.field, id, language],
    enabled: may,
    queryFn: ({ signal }) => readList(pointer.paper, { ...pointerQuery(pointer, id), size: MOST }, signal),
  });
  if (!data?.total) return null;
  const field = (pointerPaper(pointer).fields as Record<string, Field>)[pointer.field];
  return (
    <section className="detail-group">
      <h3>
        {t(listTitleOf(pointer.paper))} <small>{data.total}</small>
        {field.label[0] !== findPaper(field.paper)?.title[0] && <small>{t(field.label)}</small>}
      </h3>
      <ul>
        {data.records.map((row) => (
          <RelatedRow key={row.id} of={pointer.paper} row={row} />
        ))}
      </ul>
      {data.total > MOST && (
        <Link to={`${pointer.paper.menu?.path}?${pointer.field}=${id}`}>
          {t([`全部 ${data.total} 条`, `All ${data.total}`])}
        </Link>
      )}
    </section>
  );
}

/** The tab with the references of a record, and the records that refer to it. */
export default function Relations({
  of,
  row,
  counts,
}: {
  of: AnyPaper;
  row: WireRow;
  counts: TabCounts | undefined;
}): ReactElement {
  const t = useT();
  const out = namedBy(of, row);
  return (
    <div className="relations">
      {out.length > 0 && (
        <section className="detail-group">
          <h3>{t(['指向', 'Refers to'])}</h3>
          <ul>
            {out.map(([name, field]) => {
              const target = findPaper(field.paper);
              const Icon = iconOf(target?.menu?.icon);
              return (
                <li key={name} className="related">
                  <Icon size={16} aria-hidden />
                  <Link to={`${target?.menu?.path}?id=${String(row[name])}`}>
                    {row._names?.[name] ?? t(['打开', 'Open'])}
                  </Link>
                  <span className="quiet">{t(field.label)}</span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {/* Only papers with at least one referring record are read; the counts of the tabs show which these are. */}
      {pointersAt(of, allPapers())
        .filter((pointer) => counts?.related[pointerName(pointer)])
        .map((pointer) => (
          <Related key={pointerName(pointer)} pointer={pointer} id={row.id} />
        ))}
      {counts && Object.keys(counts.related).length + out.length === 0 && (
        <p className="quiet">{t(['没有关联的数据', 'Nothing refers to it'])}</p>
      )}
    </div>
  );
}
