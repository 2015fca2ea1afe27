import { codeText } from '#kernel/fields/text/code-text.ts';
import { ONE_PIECE, scanSteps } from './counting.rules.ts';

/** A material with its codes. */
export interface Coded {
  readonly materialId: string;
  readonly itemCode: string;
  readonly barcode: string;
  readonly packBarcode: string;
  readonly packQty: string;
  readonly isSerial: boolean;
}

/** A piece with a serial number. */
export interface NumberedPiece {
  readonly materialId: string;
  readonly serialNo: string;
}

/**
 * The meaning of a code: a piece with a serial number, a quantity of a material, or a material that has serial numbers.
 * `lines`: those of the material.
 */
export type Matched<L, P> =
  | { readonly is: 'piece'; readonly piece: P; readonly lines: readonly L[] }
  | { readonly is: 'quantity'; readonly qty: bigint; readonly lines: readonly L[] }
  | { readonly is: 'bySerial'; readonly lines: readonly L[] };

/** Return what a code means among lines and serial numbers; null for a code that none of them has. */
export function matched<L extends Coded, P extends NumberedPiece>(
  lines: readonly L[],
  pieces: readonly P[],
  code: string,
): Matched<L, P> | null {
  const is = (text: string): boolean => text !== '' && codeText(text) === code;
  const piece = pieces.find((one) => one.serialNo === code);
  if (piece) return { is: 'piece', piece, lines: lines.filter((line) => line.materialId === piece.materialId) };
  const items = lines.filter((line) => is(line.itemCode) || is(line.barcode));
  const boxes = items.length ? [] : lines.filter((line) => is(line.packBarcode));
  const [first] = [...items, ...boxes];
  if (!first) return null;
  if (first.isSerial) return { is: 'bySerial', lines: [...items, ...boxes] };
  return items.length
    ? { is: 'quantity', qty: ONE_PIECE, lines: items }
    : { is: 'quantity', qty: scanSteps(first.packQty || '1'), lines: boxes };
}
