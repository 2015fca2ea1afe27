import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, type Follower, inform } from '#kernel/server';
import type { collection } from './collection.paper.ts';

/** A collection before and after a change of its approval; `by` is the action. */
export interface ApprovalChange {
  readonly by: string;
  readonly before: Row<typeof collection>;
  readonly row: Row<typeof collection>;
}

/** Events of collections. */
export interface CollectionEvents {
  readonly approved: ApprovalChange;
  readonly approvalCancelled: ApprovalChange;
}

/** Rooms that react to approvals of collections, in the same transaction. */
export const collectionFollowers = contribution<Follower<CollectionEvents>>('collection.followers');

/** Inform the followers if a collection was approved, or its approval was cancelled. */
export async function informOfApproval(context: Context, change: ApprovalChange): Promise<void> {
  const [was, is] = [change.before, change.row].map((one) => one.approvalStatus === 'approved');
  if (was !== is) await inform(context, collectionFollowers, is ? 'approved' : 'approvalCancelled', change);
}
