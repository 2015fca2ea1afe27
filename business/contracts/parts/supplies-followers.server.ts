import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context, Follower } from '#kernel/server';
import { schemeSupplies } from './scheme-supplies.paper.ts';

type Line = Row<typeof schemeSupplies>;

/** Events of consumables of contracts. `warningMoved`: the state of the warning changed. */
export interface SuppliesEvents {
  readonly warningMoved: { readonly before: Line; readonly row: Line };
}

/** Rooms that react to warnings of consumables, in the same transaction. */
export const suppliesFollowers = contribution<Follower<SuppliesEvents>>('supplies.followers');

/**
 * End the open warning of a consumable, because its reminder ended. The caller holds the lock of the contract. Without
 * an open warning nothing changes.
 */
export async function endWarning(
  context: Context,
  suppliesId: string,
  to: 'handled' | 'normal',
  note: string | null,
): Promise<void> {
  const [line] = await context.find(schemeSupplies, { id: suppliesId, warnStatus: 'warned' }, { first: 1 });
  if (line) await context.move(schemeSupplies, line.id, to, 'reminder', { warnNote: note });
}
