import { decimalOf, stepsOf } from '#kernel/language/exact.ts';

/** Decimals of an amount. */
export const CENTS = 2;

/** The exact sum of amounts. */
export const sumOfAmounts = (amounts: readonly (string | null)[]): string =>
  decimalOf(
    amounts.reduce((sum, one) => sum + stepsOf(one, CENTS), 0n),
    CENTS,
  );

/** Is the first amount larger than the second? */
export const isMore = (one: string, other: string): boolean => stepsOf(one, CENTS) > stepsOf(other, CENTS);

/** One amount less another. */
export const less = (one: string, other: string): string =>
  decimalOf(stepsOf(one, CENTS) - stepsOf(other, CENTS), CENTS);
