import { decimalOf, rounded, stepsOf } from '#kernel/language/exact.ts';
import { COST, QTY } from '../stores/posting.rules.ts';

/** The serial numbers written into a line, each once. */
export const serialsOf = (text: string | null | undefined): string[] => [
  ...new Set((text ?? '').split(/[\s,，、;；]+/).filter(Boolean)),
];

/** What a count finds against the book: counted less book, with its sign. */
export const countDifference = (counted: string, book: string): string =>
  decimalOf(stepsOf(counted, QTY) - stepsOf(book, QTY), QTY);

/** What a movement is worth, CNY with two decimals, whatever its direction. */
export function worth(qty: string | null, unitCost: string | null): string {
  const value = rounded(stepsOf(qty, QTY) * stepsOf(unitCost, COST), 10n ** BigInt(QTY + COST - 2));
  return decimalOf(value < 0n ? -value : value, 2);
}

/** Serial numbers that the book has and nobody saw, and those that were seen and the book does not have. */
export function serialDifference(
  book: readonly string[],
  seen: readonly string[],
): { missing: string[]; found: string[] } {
  return { missing: book.filter((one) => !seen.includes(one)), found: seen.filter((one) => !book.includes(one)) };
}
