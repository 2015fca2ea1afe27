import Big from 'big.js';

/** The amounts of a completion, in CNY as decimal texts. */
export interface Fees {
  readonly laborFee: string | null;
  readonly materialFee: string | null;
  readonly mileageFee: string | null;
  /** The sum of the extra charges. */ readonly otherFee: string | null;
  readonly discountAmount: string | null;
}

const of = (amount: string | null | undefined): Big => new Big(amount || '0');
const two = (amount: Big): string => amount.toFixed(2);

/** Return labour + material + mileage + other − discount, in CNY. Source: after-sales design §15 M1. */
export const receivableOf = (fees: Fees): string =>
  two(
    of(fees.laborFee)
      .plus(of(fees.materialFee))
      .plus(of(fees.mileageFee))
      .plus(of(fees.otherFee))
      .minus(of(fees.discountAmount)),
  );

/** Return quantity × price, rounded half up to two decimals. */
export const amountOf = (qty: string, price: string): string => two(new Big(qty).times(price));

/** Return whether a discount is so large that it needs the leader: above a percentage of the amount before it. */
export function discountTooLarge(fees: Fees, percent: number): boolean {
  const before = of(receivableOf(fees)).plus(of(fees.discountAmount));
  return of(fees.discountAmount).gt(before.times(percent).div(100));
}

/** Return whether less was received than is receivable. */
export const hasOpenRest = (receivable: string | null, received: string | null): boolean =>
  of(receivable).gt(of(received));

/** Return the fee of the completion that a type of collection pays; null if it pays none. */
export const feeOf = (collectType: string): keyof Fees | null =>
  (
    ({
      labor: 'laborFee',
      material: 'materialFee',
      mileage: 'mileageFee',
      visit: 'otherFee',
      highWork: 'otherFee',
      emptyRun: 'otherFee',
      other: 'otherFee',
    }) as const
  )[collectType] ?? null;

/** Return the fees for which collections charge more in total than the completion does. */
export function exceedsReceivable(
  fees: Fees,
  rows: readonly { collectType: string; receivableAmount: string }[],
): (keyof Fees)[] {
  const charged = new Map<keyof Fees, Big>();
  for (const row of rows) {
    const fee = feeOf(row.collectType);
    if (fee) charged.set(fee, (charged.get(fee) ?? new Big(0)).plus(row.receivableAmount));
  }
  return [...charged].filter(([fee, sum]) => sum.gt(of(fees[fee]))).map(([fee]) => fee);
}
