import { type ReactElement, useState } from 'react';
import { BatchDialog } from '#kernel/web/actions/batch-dialog.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { BatchAnswer } from '#kernel/web/registry/rows.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { toast } from '#kernel/web/toast/toasts.ts';
import { batchComplete } from '../work/work.calls.ts';
import type { InboxLine } from './inbox-lines.rules.ts';
import { refreshTasks } from './use-inbox.view.tsx';

const BatchApproval = withControls(() => import('./batch-dialog.view.tsx').then((module) => module.BatchApproval));

interface Batch {
  readonly approve: (lines: readonly InboxLine[]) => void;
  readonly element: ReactElement | null;
}

/** Return the approval of several tasks after one confirmation. Refused tasks are listed with their reasons. */
export function useBatchApproval(onDone: (done: ReadonlySet<string>) => void): Batch {
  const t = useT();
  const [question, setQuestion] = useState<readonly InboxLine[] | null>(null);
  const [refused, setRefused] = useState<BatchAnswer | null>(null);
  const approve = async (lines: readonly InboxLine[]): Promise<void> => {
    const answer = await askCall(
      batchComplete,
      { taskIds: lines.map(({ flow }) => flow.taskId), flag: 'ok', comment: t(['同意', 'Approved']) },
      { key: newKey() },
    );
    const titles = new Map(lines.map(({ flow }) => [flow.taskId, flow.title]));
    setQuestion(null);
    onDone(new Set(answer.success));
    refreshTasks();
    if (answer.failed.length > 0)
      setRefused({
        success: answer.success,
        failed: answer.failed.map((one) => ({ ...one, no: titles.get(one.id) ?? '' })),
      });
    else toast.good(t([`已同意 ${answer.success.length} 张`, `${answer.success.length} approved`]));
  };
  const element = question ? (
    <BatchApproval
      lines={question}
      onClose={() => setQuestion(null)}
      onApprove={(lines) => approve(lines).catch((error: Error) => toast.bad(error.message))}
    />
  ) : (
    refused && <BatchDialog batch={refused} onClose={() => setRefused(null)} />
  );
  return { approve: setQuestion, element };
}
