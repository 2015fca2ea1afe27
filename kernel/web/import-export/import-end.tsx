import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { momentWords } from '../i18n/dates.ts';
import { counted, grouped } from '../i18n/plural.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import { useSlots } from '../registry/use-slots.ts';
import { type SheetVerdict, isBusy, fetchSheetVerdict } from './import-batch.ts';

const MAX_LINKS = 50;

/**
 * Links to the rows that a roll back could not remove or restore, because they were changed or referred to in the
 * meantime.
 */
function KeptRows({ of, batch, count }: { of: AnyPaper; batch: string; count: number }): ReactElement {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['import', batch, 'kept'],
    queryFn: () => fetchSheetVerdict(of, batch, { current: 1, size: MAX_LINKS, only: 'kept', reasons: '0' }),
  });
  const called = (one: SheetVerdict['records'][number]): string =>
    one.names?.[of.caption] ||
    Object.values(one.names ?? {}).find(Boolean) ||
    t([`第 ${one.row} 行`, `Row ${one.row}`]);
  return (
    <section className="import-kept">
      <h2>
        {t([
          `保留了 ${grouped(count)} 行：之后被人改过，或已被引用`,
          `${counted(count, 'row')} kept: changed since, or something refers to them`,
        ])}
      </h2>
      <ul>
        {data?.records.map((one) => (
          <li key={one.row}>
            {one.id && of.menu ? <Link to={`${of.menu.path}?id=${one.id}`}>{called(one)}</Link> : called(one)}
          </li>
        ))}
      </ul>
      {count > MAX_LINKS && (
        <p className="quiet">{t([`只列出前 ${MAX_LINKS} 行`, `The first ${MAX_LINKS} are listed`])}</p>
      )}
    </section>
  );
}

/** The result of an import, and its roll back. */
export function ImportEnd({
  of,
  verdict,
  onBack,
}: {
  of: AnyPaper;
  verdict: SheetVerdict;
  onBack: () => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const { counts, state } = verdict;
  const written = counts.new + counts.update;
  const titles: Partial<Record<SheetVerdict['state'], string>> = {
    committing: t([`正在写入 ${grouped(written)} 行…`, `Writing ${counted(written, 'row')}…`]),
    rollingBack: t(['正在撤销…', 'Taking it back…']),
    rolledBack: t(['已撤销这次导入', 'The import was taken back']),
  };
  const busy = isBusy(verdict);
  const { imported: Imported } = useSlots(of);
  const until = momentWords(verdict.until ?? '', language);
  return (
    <div className="page-message" role="status">
      <h1>{titles[state] ?? t([`已写入 ${grouped(written)} 行`, `${counted(written, 'row')} written`])}</h1>
      {busy ? (
        <progress max={100} value={verdict.progress} aria-label={t(['进度', 'Progress'])} />
      ) : (
        <p>
          {counts.refused > 0 &&
            t([
              `${counts.refused} 行被拒绝，没有写入。`,
              `${counted(counts.refused, 'row')} refused and not written. `,
            ])}
          {state === 'committed' &&
            (until
              ? t([`${until} 前可以整批撤销。`, `It can be taken back as a whole until ${until}.`])
              : t(['撤销期已过。', 'It can no longer be taken back.']))}
          {state === 'rolledBack' &&
            t([
              `撤销了 ${grouped(counts.rolledBack ?? 0)} 行。`,
              `${counted(counts.rolledBack ?? 0, 'row')} taken back.`,
            ])}
        </p>
      )}
      <div>
        {state === 'committed' && until && (
          <button type="button" className="button" onClick={onBack}>
            <Undo2 size={15} aria-hidden />
            {t(['撤销这次导入', 'Take it back'])}
          </button>
        )}
        {Imported && state === 'committed' && <Imported batch={verdict.batch} />}
        <button
          type="button"
          className="button strong"
          disabled={busy}
          onClick={() => void navigate(of.menu?.path ?? '/')}
        >
          {t(['看数据', 'See the rows'])}
        </button>
      </div>
      {state === 'rolledBack' && (counts.kept ?? 0) > 0 && (
        <KeptRows of={of} batch={verdict.batch} count={counts.kept ?? 0} />
      )}
    </div>
  );
}
