import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { newKey } from '../http/headers.ts';
import { Refused } from '../http/refused.ts';
import { refresh } from '../query/client.ts';
import { actOn } from '../registry/paper-calls.ts';
import { type BatchAnswer, isBatch } from '../registry/rows.ts';
import { toast } from '../toast/toasts.ts';
import type { NamedAction } from './actions.tsx';

/** How an undo reports its end. */
interface Report {
  readonly t: (label: Label) => string;
  readonly setBatch: (batch: BatchAnswer) => void;
  readonly onDone: (() => void) | undefined;
  /** The reason of the act, where it was done on behalf of others. */
  readonly reason: unknown;
}

/** Take back an act on rows, and say so, or which rows refused it. */
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
