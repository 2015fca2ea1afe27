import type { Label } from '#kernel/language/label.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Follower } from '#kernel/server';
import type { scheme } from './scheme.paper.ts';

/** A contract before and after a move. `by` is the action, or the reason of a move by the product. */
export interface SchemeMove {
  readonly by: string;
  readonly before: Row<typeof scheme>;
  readonly row: Row<typeof scheme>;
}

/** Events of contracts. `suspendedDays`: the days that a resumed contract adds to its term; 0 where it adds none. */
export interface SchemeEvents {
  readonly activated: SchemeMove & { readonly suspendedDays: number };
  readonly suspended: SchemeMove;
  readonly ended: SchemeMove;
  /** The contract has another contact phone or name of its customer. */
  readonly contactChanged: Pick<SchemeMove, 'before' | 'row'>;
}

/** Rooms that react to moves of contracts, in the same transaction. */
export const schemeFollowers = contribution<Follower<SchemeEvents>>('scheme.followers');

/**
 * A kind of open papers because of which a contract cannot be terminated: its title, and SQL that returns `scheme_id`
 * and `no`. `$1` is the tenant.
 */
export interface SchemeHold {
  readonly title: Label;
  readonly sql: string;
}

/** Kinds of open papers that hold a contract. */
export const schemeHolds = contribution<SchemeHold>('scheme.holds');

/** Visits that were used without an order: SQL that returns `scheme_id` and `times`. `$1` is the tenant. */
export interface SchemeSpent {
  readonly name: string;
  readonly sql: string;
}

/** Further uses of visits, of rooms above this one. They count like the visits of orders. */
export const schemeSpent = contribution<SchemeSpent>('scheme.spent');

/** Visits that are still planned: SQL that returns `scheme_id`. `$1` is the tenant. They delay the end of a contract. */
export const schemePlanned = contribution<{ readonly name: string; readonly sql: string }>('scheme.planned');
