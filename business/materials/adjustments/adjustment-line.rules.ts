import { decimalOf, rounded, stepsOf } from '#kernel/language/exact.ts';
import { COST, QTY } from '../stores/posting.rules.ts';

/** Return the difference of a count: counted less book, with its sign. */
export const countDifference = (counted: string, book: string): string =>
  decimalOf(stepsOf(counted, QTY) - stepsOf(book, QTY), QTY);

/** Return the absolute value of a movement, CNY with two decimals. */
export function worth(qty: string | null, unitCost: string | null): string {
  const value = rounded(stepsOf(qty, QTY) * stepsOf(unitCost, COST), 10n ** BigInt(QTY + COST - 2));
  return decimalOf(value < 0n ? -value : value, 2);
}

/** Return serial numbers of the book that were not counted, and counted ones that the book lacks. */
export function serialDifference(
  book: readonly string[],
  seen: readonly string[],
): { missing: string[]; found: string[] } {
  return { missing: book.filter((one) => !seen.includes(one)), found: seen.filter((one) => !book.includes(one)) };
}
