import { decimalOf, stepsOf } from '#kernel/language/exact.ts';

/** Decimal places of an amount of money. */
export const CENTS = 2;

/** Return the exact sum of amounts; null counts as 0. */
export const sumOfAmounts = (amounts: readonly (string | null)[]): string =>
  decimalOf(
    amounts.reduce((sum, one) => sum + stepsOf(one, CENTS), 0n),
    CENTS,
  );

/** Is the first amount larger than the second? */
export const isMore = (one: string, other: string): boolean => stepsOf(one, CENTS) > stepsOf(other, CENTS);

/** Return the first amount minus the second. */
export const less = (one: string, other: string): string =>
  decimalOf(stepsOf(one, CENTS) - stepsOf(other, CENTS), CENTS);
