import Big from 'big.js';

/** Serial numbers of a text, each once: separated by commas or blanks. */
export const serialsIn = (text: string | null | undefined): string[] => [
  ...new Set((text ?? '').split(/[\s,，、;；]+/).filter(Boolean)),
];

/** Do the numbers name every piece? */
export const isCounted = (qty: string, serials: readonly string[]): boolean => new Big(qty).eq(serials.length);

/** What a line wants to have moved and what was moved for it before; pieces by their numbers where `isSerial`. Quantities are decimals in the unit of the item. */
export interface SupplyLineState {
  readonly isSerial: boolean;
  readonly qty: string;
  readonly postedQty: string;
  readonly serials: string | null;
  readonly postedSerials: string | null;
}

/** One movement: so much, or one numbered piece, further or back again. */
export interface SupplyDifference {
  readonly qty: string;
  readonly serialNo: string | null;
  readonly back: boolean;
}

/** What must move so that the ledger knows what the line says. */
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
