import { Refused } from '#kernel/web/http/refused.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { refreshTasks } from '../../inbox/use-inbox.view.tsx';
import { processModel } from '../../model/process-model.paper.ts';

/** Run an action on processes or instances, and show its result or its refusal. Then reload lists and tasks. */
export async function doAndTell(run: () => Promise<string>): Promise<void> {
  try {
    const result = await run();
    if (result) toast.good(result);
    refresh(processModel.name);
    refreshTasks();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast.bad(error.message);
  }
}
