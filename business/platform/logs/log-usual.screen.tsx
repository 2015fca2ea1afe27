import { useMutation } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { get } from '#kernel/web/http/http.ts';
import { screen } from '#kernel/web/papers/screens.ts';
import { useT } from '#kernel/web/words/words.ts';
import { eventWords } from './event.rules.ts';
import { logUsual } from './log-usual.paper.ts';
import { counted } from '#kernel/web/words/plural.ts';

interface Verified { readonly entries: number; readonly waiting: number; readonly at: string; readonly findings: readonly string[] }

/** Do the audit and the action log stand as they were written? */
function VerifyAudit(): ReactElement {
  const t = useT();
  const asked = useMutation({ mutationFn: () => get<Verified>('blade-log/audit/verify') });
  const found = asked.data;
  return (
    <>
      <button type="button" className="button" disabled={asked.isPending} onClick={() => asked.mutate()}><ShieldCheck size={15} aria-hidden />{t(['核对审计链', 'Verify the audit'])}</button>
      {found && (
        <Dialog title={t(['核对审计链', 'Verify the audit'])} width={600} onClose={() => asked.reset()}>
          <p role="status"><b>{found.findings.length ? t([`发现 ${found.findings.length} 处异常`, `${found.findings.length} findings`]) : t(['审计与操作日志与写入时一致', 'Audit and action log stand as they were written'])}</b></p>
          <p className="quiet">{t([`已核对 ${found.entries} 条，${found.waiting} 条待封印 · ${found.at}`, `${counted(found.entries, 'entry', 'entries')} verified, ${found.waiting} for the next seal · ${found.at}`])}</p>
          {found.findings.length > 0 && <ul>{found.findings.map((one) => <li key={one}>{one}</li>)}</ul>}
        </Dialog>
      )}
    </>
  );
}

/** An event by its name. */
function Named({ event }: { event: string }): ReactElement {
  const t = useT();
  return <>{Object.hasOwn(eventWords, event) ? t(eventWords[event]) : event}</>;
}

export default screen(logUsual, { toolbar: VerifyAudit, columns: { logId: (row) => <Named event={String(row.logId ?? '')} /> } });
