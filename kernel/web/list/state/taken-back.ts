import type { AnyPaper } from '#kernel/language/paper.ts';
import type { ActionRunner } from '../../actions/actions.tsx';
import { Refused } from '../../http/refused.ts';
import { isBatch } from '../../registry/rows.ts';
import { refresh } from '../../query/client.ts';
import { toast } from '../../toast/toasts.ts';
import { words } from '../../i18n/words.ts';

/**
 * Await an undo and show its result: success, or the rows that failed. If the undo is refused as a whole, its call has
 * shown the message.
 */
export async function takenBack(undoing: Promise<unknown>, of: AnyPaper, acting: ActionRunner): Promise<void> {
  try {
    const answer = await undoing;
    if (isBatch(answer) && answer.failed.length) acting.notify(answer);
    else toast.good(words(['已撤销', 'Undone']));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  } finally {
    refresh(of.name);
  }
}
