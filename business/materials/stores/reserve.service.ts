import type { KeyOf } from '#kernel/language/dictionary.ts';
import { service } from '#kernel/language/rooms/service.ts';
import type { materialStatus, stockBillType } from '../dictionaries.ts';

type BillType = KeyOf<typeof stockBillType>;

/** A quantity kept for a line of a paper: nobody else may take it, and a posting of that line uses it up. */
export interface Reserving {
  readonly billType: BillType;
  readonly lineId: string;
  readonly warehouseId: string;
  readonly materialId: string;
  readonly materialStatus?: KeyOf<typeof materialStatus>;
  readonly qty: string;
}

/** Keeps quantities for lines, all or, with `maintenance.stockShort`, none. A line that is named again is kept for with the new quantity. */
export const reserveStock = service<readonly Reserving[]>('stock.reserve');

/** Frees what is still kept for lines; nothing kept is no mistake. */
export const releaseStock = service<{ readonly billType: BillType; readonly lineIds: readonly string[] }>(
  'stock.release',
);
