import { useQuery } from '@tanstack/react-query';
import { Check, Download, FileSpreadsheet, Undo2, Upload } from 'lucide-react';
import { type DragEvent, type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { ask } from '../dialogs/ask.tsx';
import { download } from '../http/files.ts';
import { post, sendFile } from '../http/http.ts';
import { callOf } from '../papers/paper-calls.ts';
import { refresh } from '../query/client.ts';
import { useT } from '../words/words.ts';
import { counted, grouped } from '../words/plural.ts';
import { type Batch, type Verdict, readVerdict } from './import-batch.ts';
import { VerdictTable } from './verdict-table.tsx';
import './transfer.css';

type Step = 'upload' | 'check' | 'done';

/** Takes a sheet: the template first, then the file itself, by choosing or dropping. */
function UploadStep({ of, onBatch }: { of: AnyPaper; onBatch: (batch: Batch) => void }): ReactElement {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      onBatch({ ...(await sendFile<Omit<Batch, 'file'>>(callOf(of, 'import/upload'), file)), file: file.name });
    } finally {
      setBusy(false);
    }
  };
  const drop = (event: DragEvent): void => { event.preventDefault(); void take(event.dataTransfer.files[0]); };
  return (
    <div className="import-upload">
      <ol>
        <li>{t(['下载模板，必填列带 *,下拉列给出可选值，第一行是样例。', 'Download the template: required columns carry *, lists offer their choices, the first row is a sample.'])} <button type="button" className="button" onClick={() => void download(callOf(of, 'import/template'), {}, `${t(of.title)}.xlsx`)}><Download size={15} aria-hidden />{t(['下载模板', 'Download template'])}</button></li>
        <li>{t(['填好后传上来，先只检查，什么都不写入。', 'Fill it in and upload it: it is only checked, nothing is written.'])}</li>
      </ol>
      <label className="import-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop} aria-busy={busy}>
        <Upload size={20} aria-hidden /><b>{busy ? t(['正在上传并检查…', 'Uploading and checking…']) : t(['选择或拖入 xlsx、csv 文件', 'Choose or drop an xlsx or csv file'])}</b>
        <input type="file" accept=".xlsx,.csv" className="sr-only" disabled={busy} onChange={(event) => { void take(event.target.files?.[0]); event.target.value = ''; }} />
      </label>
    </div>
  );
}

function Counts({ verdict }: { verdict: Verdict }): ReactElement {
  const t = useT();
  const { counts } = verdict;
  const total = Math.max(1, counts.new + counts.update + counts.unchanged + counts.refused);
  const parts = [['new', 'green'], ['update', 'blue'], ['unchanged', 'grey'], ['refused', 'red']] as const;
  const words = { new: t(['新增', 'new']), update: t(['更新', 'updated']), unchanged: t(['不变，跳过', 'unchanged, skipped']), refused: t(['拒绝，不影响其余行', 'refused; the others go on']) };
  return (
    <div className="import-counts">
      <div><span>{t(['还没有写入任何数据', 'Nothing has been written yet'])}</span><i className="import-bar">{parts.map(([key, tone]) => <b key={key} className={tone} style={{ flexGrow: counts[key] / total }} />)}</i></div>
      {parts.map(([key]) => <div key={key} data-bad={key === 'refused' && counts.refused > 0}><strong>{grouped(counts[key])}</strong><span>{words[key]}</span></div>)}
    </div>
  );
}

/** Upload, look at a verdict for every row, then write all at once; and take it back when it was wrong. */
export default function ImportScreen({ of }: { of: AnyPaper }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const [batch, setBatch] = useState<Batch | null>(null);
  const [step, setStep] = useState<Step>('upload');
  const [busy, setBusy] = useState(false);
  const { data: verdict } = useQuery({
    queryKey: ['import', batch?.batch, 'counts'], enabled: batch !== null, queryFn: () => readVerdict(of, batch?.batch ?? '', { current: 1, size: 1 }),
    refetchInterval: ({ state }) => ((state.data?.progress ?? 100) < 100 ? 1_000 : false),
  });
  const write = (verdict?.counts.new ?? 0) + (verdict?.counts.update ?? 0);

  async function call(path: 'commit' | 'rollback', then: () => void): Promise<void> {
    setBusy(true);
    try {
      await post(callOf(of, `import/${path}`), { batch: batch?.batch });
      refresh(of.name);
      then();
    } finally {
      setBusy(false);
    }
  }
  const rollback = async (): Promise<void> => {
    if (await ask({ title: t(['撤销这次导入？', 'Take this import back?']), text: t(['之后被人改过的行会保留并列出。', 'Rows that were changed since are kept and listed.']), danger: true })) await call('rollback', () => { setBatch(null); setStep('upload'); });
  };
  const steps: readonly [Step, string][] = [['upload', t(['上传', 'Upload'])], ['check', t(['校验', 'Check'])], ['done', t(['提交', 'Commit'])]];
  const reached = steps.findIndex(([one]) => one === step);
  return (
    <div className="import">
      <header className="page-head">
        <h1>{t([`导入${of.title[0]}`, `Import: ${of.title[1].toLowerCase()}`])}</h1>
        <ol className="steps">{steps.map(([one, label], at) => <li key={one} data-done={at < reached || step === 'done'} aria-current={one === step ? 'step' : undefined}>{(at < reached || step === 'done') && <Check size={14} aria-hidden />}{label}</li>)}</ol>
        <span className="spring" />
        {step === 'check' && <button type="button" className="button plain" onClick={() => { setBatch(null); setStep('upload'); }}>{t(['取消', 'Cancel'])}</button>}
        {step === 'check' && (verdict?.counts.refused ?? 0) > 0 && <button type="button" className="button" onClick={() => void download(callOf(of, 'import/refused'), { batch: batch?.batch ?? '' }, `${t(of.title)}.xlsx`)}><Download size={15} aria-hidden />{t([`下载拒绝的 ${verdict?.counts.refused} 行`, `Download the ${counted(verdict?.counts.refused ?? 0, 'refused row')}`])}</button>}
        {step === 'check' && <button type="button" className="button strong" disabled={busy || write === 0 || (verdict?.progress ?? 100) < 100} onClick={() => void call('commit', () => setStep('done'))}><Check size={15} aria-hidden />{t([`提交 ${grouped(write)} 行`, `Commit ${counted(write, 'row')}`])}</button>}
      </header>
      {step === 'upload' && <UploadStep of={of} onBatch={(made) => { setBatch(made); setStep('check'); }} />}
      {step === 'check' && batch && (
        <>
          <p className="import-file"><FileSpreadsheet size={16} aria-hidden /><b>{batch.file}</b><span className="quiet">{t([`${grouped(batch.total)} 行`, counted(batch.total, 'row')])}</span>{(verdict?.progress ?? 100) < 100 && <progress max={100} value={verdict?.progress} aria-label={t(['检查进度', 'Checking'])} />}</p>
          {verdict ? <><Counts verdict={verdict} /><VerdictTable of={of} batch={batch} counts={verdict.counts} /></> : <div className="page-wait" aria-busy="true" />}
        </>
      )}
      {step === 'done' && (
        <div className="page-message">
          <h1>{t([`已写入 ${grouped(write)} 行`, `${counted(write, 'row')} written`])}</h1>
          <p>{t(['7 天内可以整批撤销；期间被人改过的行保留，会列出来。', 'It can be taken back as a whole for 7 days; rows changed since are kept and listed.'])}</p>
          <div><button type="button" className="button" disabled={busy} onClick={() => void rollback()}><Undo2 size={15} aria-hidden />{t(['撤销这次导入', 'Take it back'])}</button><button type="button" className="button strong" onClick={() => void navigate(of.menu?.path ?? '/')}>{t(['看数据', 'See the rows'])}</button></div>
        </div>
      )}
    </div>
  );
}
