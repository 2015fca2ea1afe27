import { Refused } from '#kernel/web/http/refused.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { refreshTasks } from '../../inbox/use-inbox.view.tsx';
import { processModel } from '../../model/process-model.paper.ts';

/** Does something with processes or their instances and says what was done, where anything was; what is refused is said in its own words. Lists and tasks are read anew. */
export async function doAndTell(run: () => Promise<string>): Promise<void> {
  try {
    const said = await run();
    if (said) toast.good(said);
    refresh(processModel.name);
    refreshTasks();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast.bad(error.message);
  }
}
