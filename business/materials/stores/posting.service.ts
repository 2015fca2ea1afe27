import { service } from '#kernel/language/rooms/service.ts';
import type { Bill, Move, Posted } from './posting.rules.ts';

export type { Bill, Move, Posted } from './posting.rules.ts';

/**
 * Move stock in the caller's transaction, all or nothing (`maintenance.stockShort`). `postDate` is `yyyy-MM-dd`, by
 * default today. Steps that were posted earlier are returned as `repeated`; `assertPosted` throws for them.
 */
export const postStock = service<
  {
    readonly bill: Bill;
    readonly moves: readonly Move[];
    readonly postDate?: string;
    /**
     * Moves of a later posting in the same transaction. Their balances are locked together with these, in one order.
     */
    readonly before?: readonly Move[];
  },
  readonly Posted[]
>('stock.post');

/** The store that is meant. */
export type StoreOf =
  | { readonly technicianId: string }
  | { readonly transitOf: string }
  | { readonly virtual: 'customer' | 'supplier' | 'adjust' | 'old' | 'scrap' };

/**
 * Return the store that is meant: the van of a technician, goods on their way to a van, or the one store of its type.
 * Create it if missing.
 */
export const storeOfPerson = service<StoreOf, string>('stock.storeOf');
