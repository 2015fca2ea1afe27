import { useQueryClient } from '@tanstack/react-query';
import { Check, Download, Undo2 } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { ask } from '../dialogs/ask.tsx';
import { download } from '../http/files.ts';
import { post } from '../http/http.ts';
import { callOf } from '../papers/paper-calls.ts';
import { refresh } from '../query/client.ts';
import { toast } from '../toast/toasts.ts';
import { useT } from '../words/words.ts';
import { counted, grouped } from '../words/plural.ts';
import { CheckStep } from './check-step.tsx';
import { type Batch, type Verdict, isBusy, useBatch } from './import-batch.ts';
import { UploadStep } from './upload-step.tsx';
import './transfer.css';

const stepOf = (batch: Batch | null, verdict: Verdict | undefined): number => (!batch ? 0 : ['committing', 'committed', 'rollingBack', 'rolledBack'].includes(verdict?.state ?? '') ? 2 : 1);

function Steps({ step, done }: { step: number; done: boolean }): ReactElement {
  const t = useT();
  return <ol className="steps">{[t(['上传', 'Upload']), t(['校验', 'Check']), t(['提交', 'Commit'])].map((label, at) => <li key={label} data-done={at < step || done} aria-current={at === step && !done ? 'step' : undefined}>{(at < step || done) && <Check size={14} aria-hidden />}{label}</li>)}</ol>;
}

/** What the sheet became, and the way back. */
function Finished({ of, verdict, onBack }: { of: AnyPaper; verdict: Verdict; onBack: () => void }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const written = verdict.counts.new + verdict.counts.update;
  const titles: Partial<Record<Verdict['state'], string>> = {
    committing: t([`正在写入 ${grouped(written)} 行…`, `Writing ${counted(written, 'row')}…`]), rollingBack: t(['正在撤销…', 'Taking it back…']), rolledBack: t(['已撤销这次导入', 'The import was taken back']),
  };
  const busy = isBusy(verdict);
  return (
    <div className="page-message" role="status">
      <h1>{titles[verdict.state] ?? t([`已写入 ${grouped(written)} 行`, `${counted(written, 'row')} written`])}</h1>
      {busy ? <progress max={100} value={verdict.progress} aria-label={t(['进度', 'Progress'])} /> : <p>{verdict.counts.refused > 0 ? t([`${verdict.counts.refused} 行被拒绝，没有写入。`, `${counted(verdict.counts.refused, 'row')} refused and not written.`]) : ''}{verdict.state === 'committed' && t(['7 天内可以整批撤销。', ' It can be taken back as a whole for 7 days.'])}</p>}
      <div>{verdict.state === 'committed' && <button type="button" className="button" onClick={onBack}><Undo2 size={15} aria-hidden />{t(['撤销这次导入', 'Take it back'])}</button>}<button type="button" className="button strong" disabled={busy} onClick={() => void navigate(of.menu?.path ?? '/')}>{t(['看数据', 'See the rows'])}</button></div>
    </div>
  );
}

/** Upload, look at a verdict for every row, then write all at once; and take it back when it was wrong. */
export default function ImportScreen({ of }: { of: AnyPaper }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const [batch, setBatch] = useState<Batch | null>(null);
  const verdict = useBatch(of, batch?.batch);
  const step = stepOf(batch, verdict);
  const write = (verdict?.counts.new ?? 0) + (verdict?.counts.update ?? 0);
  const refused = verdict?.counts.refused ?? 0;
  useEffect(() => {
    if (verdict?.state === 'committed' || verdict?.state === 'rolledBack') refresh(of.name);
    if (verdict?.state === 'failed' && verdict.error) toast.bad(verdict.error);
  }, [verdict?.state]);

  async function call(path: 'commit' | 'rollback'): Promise<void> {
    await post(callOf(of, `import/${path}`), { batch: batch?.batch });
    await client.invalidateQueries({ queryKey: ['import', batch?.batch] });
  }
  const back = async (): Promise<void> => {
    if (await ask({ title: t(['撤销这次导入？', 'Take this import back?']), text: t(['之后被人改过的行会保留并列出。', 'Rows that were changed since are kept and listed.']), danger: true })) await call('rollback');
  };
  return (
    <div className="import">
      <header className="page-head">
        <h1>{t([`导入${of.title[0]}`, `Import: ${of.title[1].toLowerCase()}`])}</h1>
        <Steps step={step} done={verdict?.state === 'committed'} />
        <span className="spring" />
        {step > 0 && <button type="button" className="button plain" onClick={() => setBatch(null)}>{step === 1 ? t(['取消', 'Cancel']) : t(['再导一份', 'Another one'])}</button>}
        {refused > 0 && <button type="button" className="button" onClick={() => void download(callOf(of, 'import/refused'), { batch: batch?.batch ?? '' }, `${t(of.title)}.xlsx`)}><Download size={15} aria-hidden />{t([`下载拒绝的 ${refused} 行`, `Download the ${counted(refused, 'refused row')}`])}</button>}
        {step === 1 && <button type="button" className="button strong" disabled={verdict?.state !== 'ready' || write === 0} onClick={() => void call('commit')}><Check size={15} aria-hidden />{t([`提交 ${grouped(write)} 行`, `Commit ${counted(write, 'row')}`])}</button>}
      </header>
      {step === 0 && <UploadStep of={of} onBatch={setBatch} />}
      {step === 1 && batch && <CheckStep of={of} batch={batch} verdict={verdict} />}
      {step === 2 && verdict && <Finished of={of} verdict={verdict} onBack={() => void back()} />}
    </div>
  );
}
