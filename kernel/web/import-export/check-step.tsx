import { ArrowRight, FileSpreadsheet } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useT } from '../i18n/words.ts';
import { counted, grouped } from '../i18n/plural.ts';
import { type UploadedSheet, type SheetVerdict, isBusy } from './import-batch.ts';
import { VerdictTable } from './verdict-table.tsx';

const parts = [
  ['new', 'green'],
  ['update', 'blue'],
  ['unchanged', 'grey'],
  ['refused', 'red'],
] as const;

function Counts({ verdict: { counts } }: { verdict: SheetVerdict }): ReactElement {
  const t = useT();
  const words = {
    new: t(['新增', 'new']),
    update: t(['更新', 'updated']),
    unchanged: t(['不变，跳过', 'unchanged, skipped']),
    refused: t(['拒绝，不影响其余行', 'refused; the others go on']),
  };
  return (
    <div className="import-counts">
      <div>
        <span>{t(['还没有写入任何数据', 'Nothing has been written yet'])}</span>
        <i className="import-bar">
          {parts.map(([key, tone]) => (
            <b key={key} className={tone} style={{ flexGrow: counts[key] }} />
          ))}
        </i>
      </div>
      {parts.map(([key]) => (
        <div key={key} data-bad={key === 'refused' && counts.refused > 0}>
          <strong>{grouped(counts[key])}</strong>
          <span>{words[key]}</span>
        </div>
      ))}
    </div>
  );
}

/** Why rows are refused, which column became which field, and what follows the commit. */
function Aside({ of, batch, verdict }: { of: AnyPaper; batch: UploadedSheet; verdict: SheetVerdict }): ReactElement {
  const t = useT();
  const fields = of.fields as Record<string, Field>;
  const matched = batch.columns.filter((column) => fields[column.field]).length;
  const { counts, reasons = [] } = verdict;
  return (
    <aside className="import-aside">
      {reasons.length > 0 && (
        <section>
          <h2>
            {t(['拒绝原因', 'Why rows are refused'])} <small>{counts.refused}</small>
          </h2>
          <ul>
            {reasons.map((one) => (
              <li key={one.field + one.msg}>
                <span>{one.msg}</span>
                <b>{one.count}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>
          {t(['列', 'Columns'])}{' '}
          <small>
            {t([`${batch.columns.length} 列，对应 ${matched}`, `${matched} of ${batch.columns.length} matched`])}
          </small>
        </h2>
        <dl>
          {batch.columns.map((column, at) => (
            <div key={at}>
              <dt>{column.header}</dt>
              <ArrowRight size={12} aria-hidden />
              <dd className={fields[column.field] ? undefined : 'quiet'}>
                {fields[column.field]
                  ? t(fields[column.field].label)
                  : t(column.field === 'tenantId' ? ['只核对', 'compared only'] : ['不导入', 'not imported'])}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="import-after">
        <h2>{t(['提交之后', 'After the commit'])}</h2>
        <p>
          {t([
            `写入 ${grouped(counts.new)} + ${grouped(counts.update)} = ${grouped(counts.new + counts.update)} 行。7 天内可整批撤销；期间被人改过的行保留，会列出来。`,
            `${grouped(counts.new)} + ${grouped(counts.update)} = ${counted(counts.new + counts.update, 'row')} will be written. It can be taken back as a whole for 7 days; rows changed since are kept and listed.`,
          ])}
        </p>
      </section>
    </aside>
  );
}

/** The verdict of every row before anything is written. */
export function CheckStep({
  of,
  batch,
  verdict,
}: {
  of: AnyPaper;
  batch: UploadedSheet | undefined;
  verdict: SheetVerdict | undefined;
}): ReactElement {
  const t = useT();
  if (!batch) return <div className="page-wait" aria-busy="true" />;
  const reading = isBusy(verdict);
  return (
    <>
      <p className="import-file">
        <FileSpreadsheet size={16} aria-hidden />
        <b>{batch.name}</b>
        <span className="quiet">
          {t([
            `${grouped(batch.total)} 行${batch.dropped ? `，另有 ${batch.dropped} 行样例或空行已略过` : ''}`,
            `${counted(batch.total, 'row')}${batch.dropped ? `, ${batch.dropped} sample or empty rows left out` : ''}`,
          ])}
        </span>
        {reading && <progress max={100} value={verdict?.progress ?? 0} aria-label={t(['检查进度', 'Checking'])} />}
      </p>
      {verdict?.state === 'failed' && (
        <div className="table-empty" role="alert">
          <b>{t(['检查没有完成', 'The check did not finish'])}</b>
          <span>{verdict.error}</span>
        </div>
      )}
      {!verdict || reading || verdict.state === 'failed' ? (
        <div className="page-wait" aria-busy={reading} />
      ) : (
        <>
          <Counts verdict={verdict} />
          <div className="import-main">
            <VerdictTable of={of} batch={batch} counts={verdict.counts} />
            <Aside of={of} batch={batch} verdict={verdict} />
          </div>
        </>
      )}
    </>
  );
}
