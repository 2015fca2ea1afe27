import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { newKey } from '../http/headers.ts';
import { Refused } from '../http/refused.ts';
import { refresh } from '../query/client.ts';
import { actOn } from '../registry/paper-calls.ts';
import { type BatchAnswer, isBatch } from '../registry/rows.ts';
import { toast } from '../toast/toasts.ts';
import type { NamedAction } from './actions.tsx';

/** Functions by which an undo shows its result, and the reason that it sends. */
interface Report {
  readonly t: (label: Label) => string;
  readonly setBatch: (batch: BatchAnswer) => void;
  readonly onDone: (() => void) | undefined;
  /** The reason of the action, which the undo sends too; undefined if it was not done on behalf of others. */
  readonly reason: unknown;
}

/** Undo an action on rows. Show a toast, or a list of the rows that could not be undone. */
export async function takeActBack(
  of: AnyPaper,
  [name, action]: NamedAction,
  ids: readonly string[],
  { t, setBatch, onDone, reason }: Report,
): Promise<void> {
  try {
    const answer = await actOn(of, name, action, { ids }, reason ? { reason } : {}, { key: newKey(), quiet: true });
    if (isBatch(answer) && answer.failed.length) setBatch(answer);
    else toast.good(t(action.said ?? ['已撤销', 'Undone']));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast.bad(error.message);
  } finally {
    refresh(of.name);
    onDone?.();
  }
}
