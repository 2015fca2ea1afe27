import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { CENTS } from '#business/shared/money.rules.ts';

/** A collection with the amount that an invoice can still cover. */
export interface Open {
  readonly id: string;
  readonly open: string;
}

/**
 * Spread an amount over rows in their order, up to the open amount of each, exactly to the cent. `left` is the part of
 * the amount that exceeds all open amounts.
 */
export function spread(
  amount: string,
  rows: readonly Open[],
): { readonly parts: ReadonlyMap<string, string>; readonly left: string } {
  let left = stepsOf(amount, CENTS);
  const parts = new Map<string, string>();
  for (const { id, open } of rows) {
    const most = stepsOf(open, CENTS);
    const part = most < 0n ? 0n : most < left ? most : left;
    parts.set(id, decimalOf(part, CENTS));
    left -= part;
  }
  return { parts, left: decimalOf(left, CENTS) };
}
