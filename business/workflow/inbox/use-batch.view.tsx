import { type ReactElement, useState } from 'react';
import { BatchDialog } from '#kernel/web/actions/batch-dialog.tsx';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { BatchAnswer } from '#kernel/web/registry/rows.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { batchComplete } from '../work/work.calls.ts';
import type { InboxLine } from './inbox-lines.rules.ts';
import { refreshTasks } from './use-inbox.view.tsx';

interface Batch {
  readonly approve: (lines: readonly InboxLine[]) => void;
  readonly element: ReactElement | null;
}

/** Approves several tasks after one question; those that were refused are listed with their reasons. */
export function useBatchApproval(onDone: (done: ReadonlySet<string>) => void): Batch {
  const t = useT();
  const [refused, setRefused] = useState<BatchAnswer | null>(null);
  const approve = async (lines: readonly InboxLine[]): Promise<void> => {
    const yes = await ask({
      title: t([`同意这 ${lines.length} 张？`, `Approve these ${lines.length}?`]),
      text: lines
        .slice(0, 10)
        .map(({ flow }) => `${flow.processDefinitionName} ${flow.starterName} ${flow.title}`)
        .join('\n'),
      yes: t([`同意 ${lines.length} 张`, `Approve ${lines.length}`]),
    });
    if (!yes) return;
    const answer = await askCall(
      batchComplete,
      { taskIds: lines.map(({ flow }) => flow.taskId), flag: 'ok', comment: t(['同意', 'Approved']) },
      { key: newKey() },
    );
    const titles = new Map(lines.map(({ flow }) => [flow.taskId, flow.title]));
    onDone(new Set(answer.success));
    refreshTasks();
    if (answer.failed.length > 0)
      setRefused({
        success: answer.success,
        failed: answer.failed.map((one) => ({ ...one, no: titles.get(one.id) ?? '' })),
      });
    else toast.good(t([`已同意 ${answer.success.length} 张`, `${answer.success.length} approved`]));
  };
  return {
    approve: (lines) => void approve(lines).catch((error: Error) => toast.bad(error.message)),
    element: refused && <BatchDialog batch={refused} onClose={() => setRefused(null)} />,
  };
}
