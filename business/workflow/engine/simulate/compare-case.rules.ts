import type { PlayedCase } from './play-case.rules.ts';

/** A case that is over, as its tables hold it. */
export interface PastCase {
  readonly outcome: string;
  /** Tasks that people decided, in their order. */
  readonly decided: readonly { readonly nodeId: string; readonly pass: boolean; readonly userId: string }[];
}

export type ReplayVerdict = 'unchanged' | 'different' | 'stuck';

/** Does a case go the same way on another drawing? */
export function caseVerdict(past: PastCase, played: PlayedCase): ReplayVerdict {
  if (played.end !== 'ended') return 'stuck';
  const before = past.decided.map(({ nodeId }) => nodeId).join(' ');
  const after = played.tasks.map(({ nodeId }) => nodeId).join(' ');
  return before === after && past.outcome === played.outcome ? 'unchanged' : 'different';
}
