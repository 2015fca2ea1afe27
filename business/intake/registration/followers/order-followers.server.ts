import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, type Follower, inform } from '#kernel/server';
import type { registration } from '../registration.paper.ts';

type Order = Row<typeof registration>;

/** A registration before and after a change. */
export interface OrderChange {
  readonly before: Order;
  readonly row: Order;
}

/** A contract that the writer of an order named, and the visits that the order takes of it. */
export interface NamedScheme {
  readonly schemeId: string;
  readonly consumeTimes: number | null;
}

/** Events of registrations and their data. `by` of `moved` is the action, or the reason of a move by the product. */
export interface OrderEvents {
  readonly registered: { readonly row: Order; readonly schemes?: readonly NamedScheme[] };
  readonly coverChanged: OrderChange;
  readonly moved: OrderChange & { readonly by: string };
}

/** Rooms that react to changes of registrations, in the same transaction. */
export const orderFollowers = contribution<Follower<OrderEvents>>('order.followers');

const coverText = ({ weibao, coverFees }: Order): string => JSON.stringify([weibao, coverFees]);

/** Inform the followers if the cover, or the payer of any fee, changed. */
export async function informOfCover(context: Context, change: OrderChange): Promise<void> {
  if (coverText(change.before) !== coverText(change.row)) await inform(context, orderFollowers, 'coverChanged', change);
}
