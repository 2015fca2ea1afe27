import Big from 'big.js';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';

/** Return whether there are as many serial numbers as pieces. */
export const isCounted = (qty: string, serials: readonly string[]): boolean => new Big(qty).eq(serials.length);

/**
 * The wanted and the posted quantity of a line. With `isSerial` the serial numbers count instead of the quantities,
 * which are decimals in the unit of the material.
 */
export interface SupplyLineState {
  readonly isSerial: boolean;
  readonly qty: string;
  readonly postedQty: string;
  readonly serials: string | null;
  readonly postedSerials: string | null;
}

/**
 * A movement that is still to be posted: a quantity or one piece with a serial number. `back`: against the direction of
 * the line.
 */
export interface SupplyDifference {
  readonly qty: string;
  readonly serialNo: string | null;
  readonly back: boolean;
}

/** Return the movements by which the posted quantity becomes the wanted one. */
export function differenceOf(of: SupplyLineState): SupplyDifference[] {
  if (!of.isSerial) {
    const delta = new Big(of.qty).minus(of.postedQty);
    return delta.eq(0) ? [] : [{ qty: delta.abs().toFixed(3), serialNo: null, back: delta.lt(0) }];
  }
  const [wanted, posted] = [new Set(serialsIn(of.serials)), new Set(serialsIn(of.postedSerials))];
  const piece =
    (back: boolean) =>
    (serialNo: string): SupplyDifference => ({ qty: '1.000', serialNo, back });
  return [...[...posted.difference(wanted)].map(piece(true)), ...[...wanted.difference(posted)].map(piece(false))];
}
