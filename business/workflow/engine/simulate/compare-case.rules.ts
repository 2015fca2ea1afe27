import type { PlayedCase } from './play-case.rules.ts';

/** A finished process instance, as read from the history. */
export interface PastCase {
  readonly outcome: string;
  /** Tasks that people decided, in order of their decisions. */
  readonly decided: readonly { readonly nodeId: string; readonly pass: boolean; readonly userId: string }[];
}

export type ReplayVerdict = 'unchanged' | 'different' | 'stuck';

/** Return how a past instance differs when it is played on another drawing, by its nodes and its outcome. */
export function caseVerdict(past: PastCase, played: PlayedCase): ReplayVerdict {
  if (played.end !== 'ended') return 'stuck';
  const before = past.decided.map(({ nodeId }) => nodeId).join(' ');
  const after = played.tasks.map(({ nodeId }) => nodeId).join(' ');
  return before === after && past.outcome === played.outcome ? 'unchanged' : 'different';
}
