import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { get } from '#kernel/web/http/http.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { type JobEntry, isEnded } from '#kernel/web/import-export/jobs/jobs.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { eventWords } from './event.rules.ts';
import { verifyOwnAudit } from './logs.calls.ts';
import { logUsual } from './log-usual.paper.ts';
import { counted } from '#kernel/web/i18n/plural.ts';

interface Verified {
  readonly entries: number;
  readonly waiting: number;
  readonly at: string;
  readonly findings: readonly string[];
}

const LOOK_MS = 1_000;

/** Button that starts a job to verify that audit and action log are unchanged, and shows its result. */
function VerifyAudit(): ReactElement {
  const t = useT();
  const [job, setJob] = useState('');
  const { data } = useQuery({
    queryKey: ['job', job],
    enabled: job !== '',
    queryFn: () => get<JobEntry & { readonly answer?: Verified }>('blade-core/job', { id: job }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data && isEnded(state.data) ? false : LOOK_MS),
    staleTime: 0,
  });
  const ended = job !== '' && data !== undefined && isEnded(data);
  const found = ended && data.state === 'done' ? data.answer : undefined;
  useEffect(() => {
    if (!ended || data.state !== 'failed') return;
    setJob('');
    toast.bad(data.error || t(['核对失败', 'The check failed']));
  }, [ended]);
  const go = async (): Promise<void> => setJob((await askCall(verifyOwnAudit, {})).job);
  return (
    <>
      <button type="button" className="button" disabled={job !== ''} onClick={() => void go()}>
        <ShieldCheck size={15} aria-hidden />
        {job && !ended ? t(['正在核对…', 'Verifying…']) : t(['核对审计链', 'Verify the audit'])}
      </button>
      {found && (
        <Dialog title={t(['核对审计链', 'Verify the audit'])} width={600} onClose={() => setJob('')}>
          <p role="status">
            <b>
              {found.findings.length
                ? t([`发现 ${found.findings.length} 处异常`, `${found.findings.length} findings`])
                : t(['审计与操作日志与写入时一致', 'Audit and action log stand as they were written'])}
            </b>
          </p>
          <p className="quiet">
            {t([
              `已核对 ${found.entries} 条，${found.waiting} 条待封印 · ${found.at}`,
              `${counted(found.entries, 'entry', 'entries')} verified, ${found.waiting} for the next seal · ${found.at}`,
            ])}
          </p>
          {found.findings.length > 0 && (
            <ul>
              {found.findings.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
        </Dialog>
      )}
    </>
  );
}

/** The label of an event; an unknown event by its code. */
function Named({ event }: { event: string }): ReactElement {
  const t = useT();
  return <>{Object.hasOwn(eventWords, event) ? t(eventWords[event]) : event}</>;
}

export default screen(logUsual, {
  toolbar: VerifyAudit,
  columns: { logId: (row) => (row.logId ? <Named event={String(row.logId)} /> : '') },
});
