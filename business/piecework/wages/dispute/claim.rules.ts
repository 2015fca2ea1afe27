import Big from 'big.js';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { wageDisputeKind } from '../../dictionaries.ts';

export type DisputeKind = KeyOf<typeof wageDisputeKind>;

/** The factors of a wage line that can be disputed, with their present values. */
export interface DisputedFactors {
  readonly qty?: string | null;
  readonly unitPrice?: string | null;
  readonly difficultyCoef?: string | null;
  readonly shareRatio?: string | null;
}

/** Return the factor that a dispute is about, or null where it is about an amount. */
export function factorNow(about: DisputeKind, factors: DisputedFactors): string | null {
  const own: Partial<Record<DisputeKind, string | null | undefined>> = {
    qty: factors.qty,
    price: factors.unitPrice,
    coef: factors.difficultyCoef,
    share: factors.shareRatio,
    mileage: factors.qty,
  };
  return own[about] ?? null;
}

/**
 * Return the amount that the line has with the claimed value of its factor, and the difference (CNY). Null if it cannot
 * be calculated.
 */
export function claimed(
  kind: DisputeKind,
  line: { readonly amount: string; readonly now: string | null },
  typed: string,
): { readonly amount: string; readonly more: string } | null {
  const input = typed.trim().replace('%', '');
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(input)) return null;
  if (kind === 'missing' || kind === 'deduct' || kind === 'other' || !line.now)
    return { amount: new Big(input).toFixed(2), more: new Big(input).minus(line.amount).toFixed(2) };
  const now = new Big(line.now);
  if (now.eq(0)) return null;
  const value = kind === 'share' ? new Big(input).div(100) : new Big(input);
  const amount = new Big(line.amount).times(value).div(now);
  return { amount: amount.toFixed(2), more: amount.minus(line.amount).toFixed(2) };
}

/**
 * Return the adjustment that a dispute claims: claimed less present (CNY). Of a whole sheet only a missing amount can
 * be calculated. Return null where the claim changes no number.
 */
export function proposedAdjustment(
  kind: DisputeKind,
  line: { readonly amount: string; readonly now: string | null } | null,
  claim: string | null,
): string | null {
  if (!claim || (!line && kind !== 'missing')) return null;
  const would = claimed(kind, line ?? { amount: '0', now: null }, claim);
  return would && !new Big(would.more).eq(0) ? would.more : null;
}
