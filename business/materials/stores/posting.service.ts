import { service } from '#kernel/language/rooms/service.ts';
import type { Bill, Move } from './posting.rules.ts';

export type { Bill, Move } from './posting.rules.ts';

/** A movement as it stands in the ledger. */
export interface Posted {
  readonly step: string;
  readonly moveId: string;
  readonly moveNo: string;
  /** It stood there before. */ readonly repeated: boolean;
}

/** Moves stock in the caller's transaction: all of it or, with `maintenance.stockShort`, nothing. `postDate` is `yyyy-MM-dd`, today when absent. */
export const postStock = service<
  {
    readonly bill: Bill;
    readonly moves: readonly Move[];
    readonly postDate?: string;
    /** What is posted next in the same transaction: its places are locked together with these. */ readonly before?: readonly Move[];
  },
  readonly Posted[]
>('stock.post');

/** The store of a kind: of a technician (his van), or the one that stands for customers, suppliers, counting, old parts. Made when there is none yet. */
export const storeOfPerson = service<
  { readonly technicianId: string } | { readonly virtual: 'customer' | 'supplier' | 'adjust' | 'old' },
  string
>('stock.storeOf');
