import type { KeyOf } from '#kernel/language/dictionary.ts';
import { service } from '#kernel/language/service.ts';
import type { materialStatus, stockBillType } from '../dictionaries.ts';

/** The paper that moves stock; its number stands in the ledger. */
export interface Bill { readonly type: KeyOf<typeof stockBillType>; readonly id: string; readonly no: string }

/**
 * One movement of an item from a place to a place. `step` names it once and for all (`<bill type>:<line id>:<step>[:n]`): posted again, it
 * is there already. Quantities are decimals above 0 in the unit of the item.
 */
export interface Move {
  readonly step: string;
  readonly lineId: string | null;
  readonly materialId: string;
  readonly materialStatus?: KeyOf<typeof materialStatus>;
  readonly serialNo?: string | null;
  readonly fromWarehouseId: string;
  readonly toWarehouseId: string;
  readonly qty: string;
  /** Unit cost, CNY; absent = the average cost of the place it leaves. */
  readonly unitCost?: string | null;
  readonly reverseOfId?: string | null;
}

/** A movement as it stands in the ledger. */
export interface Posted { readonly step: string; readonly moveId: string; readonly moveNo: string; /** It stood there before. */ readonly repeated: boolean }

/** Moves stock in the caller's transaction: all of it or, with `maintenance.stockShort`, nothing. `postDate` is `yyyy-MM-dd`, today when absent. */
export const postStock = service<{ readonly bill: Bill; readonly moves: readonly Move[]; readonly postDate?: string }, readonly Posted[]>('stock.post');

/** The store of a kind: of a technician (his van), or the one that stands for customers, suppliers, counting, old parts. Made when there is none yet. */
export const storeOf = service<{ readonly technicianId: string } | { readonly virtual: 'customer' | 'supplier' | 'adjust' | 'old' }, string>('stock.storeOf');
