import { useQuery } from '@tanstack/react-query';
import { SegmentedControl } from '../pickers/choice/segmented-control.tsx';
import { ArrowRight, Eye } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type HistoryEntry, readHistory } from '../registry/paper-calls.ts';
import { dayHeading } from '../i18n/dates.ts';
import { portrait } from '../i18n/portrait.tsx';
import { useLanguage, useT } from '../i18n/words.ts';
import { Changed } from './changed.tsx';

type Sort = 'all' | 'state' | 'field' | 'view';

const isOf: Readonly<Record<Sort, (entry: HistoryEntry) => boolean>> = {
  all: () => true,
  state: (entry) => Boolean(entry.to) && entry.from !== entry.to,
  field: (entry) => (entry.changes?.length ?? 0) > 0,
  view: (entry) => entry.action === 'view' || entry.action === 'reveal',
};
const labels: Readonly<Record<Sort, Label>> = {
  all: ['全部', 'All'],
  state: ['状态', 'State'],
  field: ['字段', 'Fields'],
  view: ['查看', 'Views'],
};

/** Return the changed fields of an entry, without the state, which the entry shows itself. */
const changesOf = (entry: HistoryEntry): NonNullable<HistoryEntry['changes']> =>
  (entry.changes ?? []).filter((change) => !isOf.state(entry) || change.new !== entry.to);

/** The first values of a new row, folded because they are rarely of interest. */
function Filled({ entry }: { entry: HistoryEntry }): ReactElement | null {
  const t = useT();
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  return (
    <details className="history-filled">
      <summary>{t([`填了 ${changes.length} 项`, `${changes.length} filled in`])}</summary>
      {changes.map((change) => (
        <Changed key={change.field} label={change.label} now={change.new} isNew />
      ))}
    </details>
  );
}

function Entry({ entry }: { entry: HistoryEntry }): ReactElement {
  const t = useT();
  const empty = t(['空', 'empty']);
  const isNew = entry.action === 'add' || entry.action === 'create';
  return (
    <li className="history-entry">
      <time>{entry.at.slice(11, 16)}</time>
      {isOf.view(entry) ? (
        <span className="avatar small history-view" aria-hidden>
          <Eye size={12} />
        </span>
      ) : (
        portrait(entry.by, entry.portrait)
      )}
      <div>
        <p>
          <b>{entry.by}</b>
          {entry.account && entry.account !== entry.by && <small className="quiet"> {entry.account}</small>}{' '}
          {entry.actionName ?? entry.action}
        </p>
        {isOf.state(entry) && (
          <p className="history-change">
            <span>{t(['状态', 'State'])}</span>
            <span>{entry.from || empty}</span>
            <ArrowRight size={12} aria-label={t(['变为', 'became'])} />
            <b>{entry.to}</b>
          </p>
        )}
        {isNew && <Filled entry={entry} />}
        {!isNew &&
          changesOf(entry).map((change) => (
            <Changed key={change.field} label={change.label} old={change.old} now={change.new} />
          ))}
        {entry.remark && <p className="quiet long-text">{entry.remark}</p>}
      </div>
    </li>
  );
}

/** The history of a record, newest first. */
export default function History({ of, id }: { of: AnyPaper; id: string }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [sort, setSort] = useState<Sort>('all');
  const { data = [], isPending } = useQuery({
    queryKey: ['history', of.name, id, language],
    queryFn: () => readHistory(of, id),
  });
  const shown = data.filter(isOf[sort]);
  const days = [...new Set(shown.map((entry) => entry.at.slice(0, 10)))];
  if (isPending) return <i className="skeleton" style={{ width: '60%', marginTop: 16 }} />;
  return (
    <>
      <div className="history-head">
        <SegmentedControl
          label={t(['筛选历史', 'Filter history'])}
          items={(Object.keys(labels) as Sort[])
            .map((one) => ({ key: one, count: data.filter(isOf[one]).length }))
            .filter(({ key, count }) => count > 0 || key === 'all')
            .map(({ key, count }) => ({ key, label: `${t(labels[key])} ${count}` }))}
          value={sort}
          onChange={setSort}
        />
        <span className="quiet">{t(['新的在上', 'Newest first'])}</span>
      </div>
      {shown.length === 0 && <p className="quiet">{t(['还没有记录', 'Nothing yet'])}</p>}
      {days.map((day) => (
        <section key={day} className="history-day">
          <h3>{dayHeading(day, language)}</h3>
          <ol>
            {shown
              .filter((entry) => entry.at.startsWith(day))
              .map((entry, at) => (
                <Entry key={`${entry.at}${at}`} entry={entry} />
              ))}
          </ol>
        </section>
      ))}
    </>
  );
}
