import Big from 'big.js';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { wageDisputeKind } from '../../dictionaries.ts';

export type DisputeKind = KeyOf<typeof wageDisputeKind>;

/** What of a wage line may be disputed, in the values that hold now. */
export interface DisputedFactors {
  readonly qty?: string | null;
  readonly unitPrice?: string | null;
  readonly difficultyCoef?: string | null;
  readonly shareRatio?: string | null;
}

/** The factor that a dispute is about; null where it is about an amount. */
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

/** What an amount would be with another value of one factor, and how much more that is (CNY); null where it cannot be told. */
export function claimed(
  kind: DisputeKind,
  line: { readonly amount: string; readonly now: string | null },
  typed: string,
): { readonly amount: string; readonly more: string } | null {
  const given = typed.trim().replace('%', '');
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(given)) return null;
  if (kind === 'missing' || kind === 'deduct' || kind === 'other' || !line.now)
    return { amount: new Big(given).toFixed(2), more: new Big(given).minus(line.amount).toFixed(2) };
  const now = new Big(line.now);
  if (now.eq(0)) return null;
  const value = kind === 'share' ? new Big(given).div(100) : new Big(given);
  const amount = new Big(line.amount).times(value).div(now);
  return { amount: amount.toFixed(2), more: amount.minus(line.amount).toFixed(2) };
}

/**
 * What a dispute asks for: claimed less present (CNY). Of a whole sheet only what is missing can be told. Null where the claim is no number, or asks for no
 * change.
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
