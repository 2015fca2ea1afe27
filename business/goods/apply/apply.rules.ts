import { decimalOf, rounded, stepsOf } from '#kernel/language/exact.ts';
import { COST, QTY } from '#business/materials/stores/posting.rules.ts';

/** Quantities of a line of a request. */
export interface LineQuantities {
  readonly approvedQty: string | null;
  readonly shippedQty: string | null;
  readonly closedQty: string | null;
}

/** Return the quantity that is approved and neither shipped nor closed. */
export const openQty = ({ approvedQty, shippedQty, closedQty }: LineQuantities): bigint =>
  stepsOf(approvedQty, QTY) - stepsOf(shippedQty, QTY) - stepsOf(closedQty, QTY);

/** Return the state of a released request by its lines. */
export function progressOf(lines: readonly LineQuantities[]): 'published' | 'partShipped' | 'shipped' {
  if (!lines.some((line) => stepsOf(line.shippedQty, QTY) > 0n)) return 'published';
  return lines.some((line) => openQty(line) > 0n) ? 'partShipped' : 'shipped';
}

/** Return the value of a quantity, CNY with two decimals. */
export const worthOf = (qty: string | null, unitPrice: string | null): string =>
  decimalOf(rounded(stepsOf(qty, QTY) * stepsOf(unitPrice, COST), 10n ** BigInt(QTY + COST - 2)), 2);

/** Days and weeks of the usual consumption of a van. */
export const USUAL_DAYS = 56;
const USUAL_SPLIT = 4;
const USUAL_LEAST_DAYS = 3;

/** Return the usual stock of a van: a quarter of the consumption of 56 days, rounded up; none for rare materials. */
export function usualQty({ consumed, days }: { readonly consumed: string; readonly days: number }): string {
  if (days < USUAL_LEAST_DAYS) return decimalOf(0n, QTY);
  const whole = 10n ** BigInt(QTY) * BigInt(USUAL_SPLIT);
  const steps = stepsOf(consumed, QTY);
  return decimalOf(((steps + whole - 1n) / whole) * 10n ** BigInt(QTY), QTY);
}
