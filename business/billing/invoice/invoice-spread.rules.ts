import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { CENTS } from '#business/shared/money.rules.ts';

/** A row an amount is spread over: how much of it is not invoiced yet. */
export interface Open {
  readonly id: string;
  readonly open: string;
}

/** Spreads an amount over rows in their order, each up to what is open, exactly to the cent; `left` is what no row could take. */
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
