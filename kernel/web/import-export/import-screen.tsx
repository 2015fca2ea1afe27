import { listTitleOf } from '#kernel/language/plural.ts';
import { lowered } from '#kernel/language/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Download } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { ask } from '../dialogs/ask.tsx';
import { downloadFile } from '../http/files.ts';
import { postJson } from '../http/http.ts';
import { callOf } from '../registry/paper-calls.ts';
import { useKeys } from '../shortcuts/keys.ts';
import { refresh } from '../query/client.ts';
import { toast } from '../toast/toasts.ts';
import { useT } from '../i18n/words.ts';
import { counted, grouped } from '../i18n/plural.ts';
import { CheckStep } from './check-step.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { type UploadedSheet, type UploadAnswer, type SheetVerdict, useBatch } from './import-batch.ts';
import { ImportEnd } from './import-end.tsx';
import { followJob, useWatching } from './jobs/jobs.ts';
import { UploadStep } from './upload-step.tsx';
import './transfer.css';

const stepOf = (batch: string | null, verdict: SheetVerdict | undefined): number =>
  !batch
    ? 0
    : ['committing', 'committed', 'rollingBack', 'rolledBack'].includes(verdict?.state ?? '')
      ? 3
      : verdict?.state === 'matching' || verdict?.columns.some((column) => column.field) === false
        ? 1
        : 2;

function Steps({ step, done }: { step: number; done: boolean }): ReactElement {
  const t = useT();
  return (
    <ol className="steps">
      {[t(['上传', 'Upload']), t(['对应列', 'Match columns']), t(['校验', 'Check']), t(['提交', 'Commit'])].map(
        (label, at) => (
          <li key={label} data-done={at < step || done} aria-current={at === step && !done ? 'step' : undefined}>
            {(at < step || done) && <Check size={14} aria-hidden />}
            {label}
          </li>
        ),
      )}
    </ol>
  );
}

/**
 * Return the open import and a function that opens one. Its id is in the address, so a reload or a link opens it again.
 */
function useOpened(): readonly [batch: string | null, open: (batch: string | null) => void] {
  const [params, setParams] = useSearchParams();
  return [params.get('batch'), (batch) => setParams(batch ? { batch } : {})];
}

/** Button to download the refused rows as they were uploaded, to correct them in the sheet. */
function RefusedRows({
  of,
  batch,
  refused,
}: {
  of: AnyPaper;
  batch: string | null;
  refused: number;
}): ReactElement | null {
  const t = useT();
  if (refused === 0) return null;
  return (
    <button
      type="button"
      className="button"
      onClick={() =>
        void downloadFile(callOf(of, 'import/refused'), { batch: batch ?? '' }, `${t(listTitleOf(of))}.xlsx`)
      }
    >
      <Download size={15} aria-hidden />
      {t([`下载拒绝的 ${refused} 行`, `Download the ${counted(refused, 'refused row')}`])}
    </button>
  );
}

/**
 * Return a text for the disabled commit button if no row would be written; undefined if it is disabled for another
 * reason, or enabled.
 */
const whyNotCommit = (t: ReturnType<typeof useT>, mayCommit: boolean, rows: number): string | undefined =>
  mayCommit || rows > 0
    ? undefined
    : t(['没有可写入的行，先修正左侧的问题', 'No row can be written: repair the refused ones first']);

/** Button that writes all rows at once. */
function CommitButton({
  mayCommit,
  rows,
  onCommit,
}: {
  mayCommit: boolean;
  rows: number;
  onCommit: () => void;
}): ReactElement {
  const t = useT();
  return (
    <button
      type="button"
      className="button strong"
      disabled={!mayCommit}
      title={whyNotCommit(t, mayCommit, rows)}
      onClick={onCommit}
    >
      <Check size={15} aria-hidden />
      {t([`提交 ${grouped(rows)} 行`, `Commit ${counted(rows, 'row')}`])} <kbd>Ctrl ⏎</kbd>
    </button>
  );
}

/** Are header and columns chosen? */
const isMatched = (verdict: SheetVerdict | undefined, isMatching: boolean): boolean =>
  !isMatching && verdict?.state !== 'matching';

/** May the checked rows be written? */
const isReady = (verdict: SheetVerdict | undefined, rows: number): boolean => verdict?.state === 'ready' && rows > 0;

/** The screen of an import: upload, check of each row, commit of all rows at once, and roll back. */
export default function ImportScreen({ of }: { of: AnyPaper }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const [opened, open] = useOpened();
  const [job, setJob] = useState<string>();
  const [isMatching, setMatching] = useState(false);
  const { verdict, error } = useBatch(of, opened);
  useWatching(job);
  const step = stepOf(opened, verdict);
  const isChecking = [1, 2].includes(step);
  const write = (verdict?.counts.new ?? 0) + (verdict?.counts.update ?? 0);
  const refused = verdict?.counts.refused ?? 0;
  const mayShow = isChecking && isMatched(verdict, isMatching);
  const mayCommit = mayShow && isReady(verdict, write);
  const batch: UploadedSheet | undefined = verdict && {
    batch: verdict.batch,
    columns: verdict.columns,
    total: verdict.rows,
    name: verdict.name,
  };
  useEffect(() => {
    if (verdict?.state === 'committed' || verdict?.state === 'rolledBack') {
      refresh(of.name);
      void client.invalidateQueries({ queryKey: ['import', 'own', of.name] });
    }
    if (verdict?.state === 'failed' && verdict.error) toast.bad(verdict.error);
  }, [verdict?.state]);

  async function call(path: 'commit' | 'rollback', id: string | null): Promise<void> {
    const begun = await postJson<{ job?: string }>(callOf(of, `import/${path}`), { batch: id });
    if (begun.job) {
      followJob(begun.job);
      setJob(begun.job);
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: ['import', id] }),
      client.invalidateQueries({ queryKey: ['import', 'own', of.name] }),
    ]);
  }
  const back = async (id: string | null): Promise<void> => {
    if (
      !(await ask({
        title: t(['撤销这次导入？', 'Take this import back?']),
        text: t(['之后被人改过的行会保留并列出。', 'Rows that were changed since are kept and listed.']),
        danger: true,
      }))
    )
      return;
    open(id);
    await call('rollback', id);
  };
  const take = (uploaded: UploadAnswer): void => {
    if (uploaded.job) {
      followJob(uploaded.job);
      setJob(uploaded.job);
    }
    open(uploaded.batch);
  };
  useKeys(
    [
      {
        keys: 'Ctrl+Enter',
        label: ['提交', 'Commit'],
        run: () => {
          if (mayCommit) void call('commit', opened);
        },
      },
    ],
    { off: !mayShow },
  );
  return (
    <div className="import">
      <header className="page-head">
        <h1>{t([`导入${of.title[0]}`, `Import ${lowered(listTitleOf(of)[1])}`])}</h1>
        <Steps step={step} done={verdict?.state === 'committed'} />
        <span className="spring" />
        {step > 0 && (
          <button
            type="button"
            className="button plain"
            onClick={() => {
              setJob(undefined);
              setMatching(false);
              open(null);
            }}
          >
            {step < 3 ? t(['返回', 'Back']) : t(['再导一份', 'Another import'])}
          </button>
        )}
        <RefusedRows of={of} batch={opened} refused={refused} />
        {mayShow && <CommitButton mayCommit={mayCommit} rows={write} onCommit={() => void call('commit', opened)} />}
      </header>
      {step === 0 && (
        <div className="import-begin">
          <UploadStep of={of} onBatch={take} />
          <EarlierImports of={of} onOpen={open} onBack={(id) => void back(id)} />
        </div>
      )}
      {step > 0 && error && !verdict && (
        <div className="table-empty" role="alert">
          <b>{t(['没有读到这次导入', 'This import could not be read'])}</b>
          <span>{error.message}</span>
        </div>
      )}
      {isChecking && !error && (
        <CheckStep of={of} batch={batch} verdict={verdict} isMatching={isMatching} onMatching={setMatching} />
      )}
      {step === 3 && verdict && <ImportEnd of={of} verdict={verdict} onBack={() => void back(opened)} />}
    </div>
  );
}
