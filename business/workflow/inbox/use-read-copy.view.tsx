import { useEffect } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { readCopies } from '../work/verbs.calls.ts';
import { refreshTasks } from './use-inbox.view.tsx';

/** Mark a copy as read when it is opened. */
export function useReadCopy(copy: string | undefined): void {
  useEffect(() => {
    if (!copy) return;
    void askCall(readCopies, { ids: [copy] }, { quiet: true }).then(refreshTasks, () => undefined);
  }, [copy]);
}
