import type { PlayedCase } from './play-case.rules.ts';

/** A case that is over, as its tables hold it. */
export interface PastCase {
  readonly outcome: string;
  /** Tasks that people decided, in their order. */
  readonly decided: readonly { readonly nodeId: string; readonly pass: boolean; readonly userId: string }[];
}

export type ReplayVerdict = 'unchanged' | 'different' | 'stuck';

/** Decisions of a past case, handed out to the tasks of a new one: each node takes its own in their order, then passes. */
export function decisionsOf({ decided }: PastCase): (nodeId: string) => boolean {
  const left = [...decided];
  return (nodeId) => {
    const at = left.findIndex((one) => one.nodeId === nodeId);
    return at < 0 ? true : left.splice(at, 1)[0].pass;
  };
}

/** Does a case go the same way on another drawing? */
export function verdictOf(past: PastCase, played: PlayedCase): ReplayVerdict {
  if (played.end !== 'ended') return 'stuck';
  const before = past.decided.map(({ nodeId }) => nodeId).join(' ');
  const after = played.tasks.map(({ nodeId }) => nodeId).join(' ');
  return before === after && past.outcome === played.outcome ? 'unchanged' : 'different';
}
