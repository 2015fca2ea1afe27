import { FileSpreadsheet } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useT } from '../i18n/words.ts';
import { counted, grouped } from '../i18n/plural.ts';
import { type UploadedSheet, type SheetVerdict, isBusy } from './import-batch.ts';
import { MatchStep, Recognised } from './match-step.tsx';
import { ColumnMap } from './column-map.tsx';
import { RefusalReasons } from './refusal-reasons.tsx';
import { useMending } from './repairs.ts';
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

/** Shows by which columns existing rows are recognised, so that they are updated and not added. */
function RecognisedBy({ of, keys }: { of: AnyPaper; keys: SheetVerdict['keys'] }): ReactElement {
  const t = useT();
  const fields = of.fields as Record<string, Field>;
  const labels = keys.map((names) =>
    names.map((name) => (fields[name] ? t(fields[name].label) : t(['数据 ID', 'row id']))).join(' + '),
  );
  return (
    <span className="import-keys quiet">
      {labels.length
        ? t([
            `已有的行按 ${labels.join('，没有则 ')} 认出`,
            `Existing rows are recognised by ${labels.join(', else ')}`,
          ])
        : t(['没有可识别的列，每行都是新增', 'No column identifies rows: every row is new'])}
    </span>
  );
}

/** The column beside the rows: reasons of refusals, the fields of the columns, and the effect of the commit. */
function Aside({
  of,
  batch,
  verdict,
  reason,
  onReason,
}: {
  of: AnyPaper;
  batch: UploadedSheet;
  verdict: SheetVerdict;
  reason: string;
  onReason: (reason: string) => void;
}): ReactElement {
  const t = useT();
  const mending = useMending(of, batch.batch);
  const { counts, reasons = [] } = verdict;
  const busy = isBusy(verdict);
  return (
    <aside className="import-aside">
      <RefusalReasons
        of={of}
        batch={batch.batch}
        reasons={reasons}
        refused={counts.refused}
        chosen={reason}
        onChoose={onReason}
        mending={mending}
        isBusy={busy}
      />
      <ColumnMap of={of} batch={batch} mending={mending} isBusy={busy} />
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

/** The step of an import that shows the result of each row before anything is written. */
export function CheckStep({
  of,
  batch,
  verdict,
  isMatching,
  onMatching,
}: {
  of: AnyPaper;
  batch: UploadedSheet | undefined;
  verdict: SheetVerdict | undefined;
  /** The person chooses the header again. */ isMatching: boolean;
  onMatching: (isMatching: boolean) => void;
}): ReactElement {
  const t = useT();
  const [reason, setReason] = useState('');
  if (!batch || !verdict) return <div className="page-wait" aria-busy="true" />;
  if (verdict.state === 'matching' || (isMatching && verdict.state === 'ready'))
    return (
      <MatchStep
        of={of}
        batch={batch}
        onLeave={verdict.state === 'matching' ? undefined : () => onMatching(false)}
        onDone={() => onMatching(false)}
      />
    );
  const reading = isBusy(verdict);
  const { dropped } = verdict.layout;
  // Only the first check shows a placeholder; while a sheet is checked again, its rows remain visible.
  const isFirst = reading && !Object.values(verdict.counts).some(Boolean);
  const isReason = verdict.reasons?.some((one) => one.key === reason) === true;
  return (
    <>
      <p className="import-file">
        <FileSpreadsheet size={16} aria-hidden />
        <b>{batch.name}</b>
        <span className="quiet">
          {t([
            `${grouped(batch.total)} 行${dropped ? `，另有 ${dropped} 行样例或空行已略过` : ''}`,
            `${counted(batch.total, 'row')}${dropped ? `, ${dropped} sample or empty rows left out` : ''}`,
          ])}
        </span>
        <Recognised layout={verdict.layout} />
        {verdict.state === 'ready' && (
          <button type="button" className="link" onClick={() => onMatching(true)}>
            {t(['改表头', 'Change header'])}
          </button>
        )}
        <RecognisedBy of={of} keys={verdict.keys} />
        {reading && <progress max={100} value={verdict.progress} aria-label={t(['检查进度', 'Checking'])} />}
      </p>
      {verdict.state === 'failed' && (
        <div className="table-empty" role="alert">
          <b>{t(['检查没有完成', 'The check did not finish'])}</b>
          <span>{verdict.error}</span>
        </div>
      )}
      {isFirst || verdict.state === 'failed' ? (
        <div className="page-wait" aria-busy={reading} />
      ) : (
        <>
          <Counts verdict={verdict} />
          <div className="import-main">
            <VerdictTable
              of={of}
              batch={batch}
              counts={verdict.counts}
              reason={isReason ? reason : ''}
              onReason={setReason}
              isBusy={reading}
            />
            <Aside of={of} batch={batch} verdict={verdict} reason={isReason ? reason : ''} onReason={setReason} />
          </div>
        </>
      )}
    </>
  );
}
