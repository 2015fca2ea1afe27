import type { KeyOf } from '#kernel/language/dictionary.ts';
import { service } from '#kernel/language/rooms/service.ts';
import type { materialStatus, stockBillType } from '../dictionaries.ts';

type BillType = KeyOf<typeof stockBillType>;

/** A quantity to reserve for a line of a bill. Others cannot use it, and a posting for the line consumes it. */
export interface Reserving {
  readonly billType: BillType;
  readonly lineId: string;
  readonly warehouseId: string;
  readonly materialId: string;
  readonly materialStatus?: KeyOf<typeof materialStatus>;
  readonly qty: string;
}

/**
 * Reserve quantities for lines, all or none (`maintenance.stockShort`). A repeated line is reserved with the new
 * quantity.
 */
export const reserveStock = service<readonly Reserving[]>('stock.reserve');

/** Release what is still reserved for lines; lines without a reservation are ignored. */
export const releaseStock = service<{ readonly billType: BillType; readonly lineIds: readonly string[] }>(
  'stock.release',
);
