import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, type Follower, inform } from '#kernel/server';
import type { completion } from '../completion.paper.ts';

/** A completion whose state changed. `by` is the verb of a person, or the reason of a move by the product. */
export interface CompletionMove {
  readonly by: string;
  readonly before: Row<typeof completion>;
  readonly row: Row<typeof completion>;
}

/** Events that followers may react to, by name. */
export interface CompletionEvents {
  readonly submitted: CompletionMove;
  readonly sentBack: CompletionMove;
  readonly passed: CompletionMove;
  readonly redone: CompletionMove;
  readonly reopened: CompletionMove;
  /** The parts of a submitted completion were corrected; its state is the same. */
  readonly corrected: CompletionMove;
}

/** The place where rooms register to follow completions, in the same transaction. */
export const completionFollowers = contribution<Follower<CompletionEvents>>('completion.followers');

/** The event for each verb of a person, and each move by the product. */
const EVENTS: Readonly<Record<string, keyof CompletionEvents>> = {
  submit: 'submitted',
  finish: 'submitted',
  refill: 'sentBack',
  sendBack: 'sentBack',
  pass: 'passed',
  redo: 'redone',
  reopen: 'reopened',
  correct: 'corrected',
};

/** Call the followers of a completion whose state or parts changed, if the change has an event. */
export async function informOfMove(context: Context, move: CompletionMove): Promise<void> {
  const event = Object.hasOwn(EVENTS, move.by) ? EVENTS[move.by] : undefined;
  if (event) await inform(context, completionFollowers, event, move);
}
