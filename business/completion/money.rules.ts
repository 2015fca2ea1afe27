import Big from 'big.js';

/** What the money of a completion is made of; amounts are decimals in CNY as texts. */
export interface Fees {
  readonly laborFee: string | null;
  readonly materialFee: string | null;
  readonly mileageFee: string | null;
  /** Charged at the door, line by line. */ readonly otherFee: string | null;
  readonly discountAmount: string | null;
}

const of = (amount: string | null | undefined): Big => new Big(amount || '0');
const two = (amount: Big): string => amount.toFixed(2);

/** Labour + material + mileage + other − discount, in CNY. Source: after-sales design §15 M1. */
export const receivableOf = (fees: Fees): string =>
  two(
    of(fees.laborFee)
      .plus(of(fees.materialFee))
      .plus(of(fees.mileageFee))
      .plus(of(fees.otherFee))
      .minus(of(fees.discountAmount)),
  );

/** Quantity × price, rounded to cents, half away from zero. */
export const amountOf = (qty: string, price: string): string => two(new Big(qty).times(price));

/** Does the discount ask for the leader? More than so many percent of what it is taken from. */
export function discountTooLarge(fees: Fees, percent: number): boolean {
  const before = of(receivableOf(fees)).plus(of(fees.discountAmount));
  return of(fees.discountAmount).gt(before.times(percent).div(100));
}

/** Is a rest open? */
export const hasOpenRest = (receivable: string | null, received: string | null): boolean =>
  of(receivable).gt(of(received));

/** A fee of a collection row may not ask for more than the header says: which fee of the header it belongs to. */
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

/** The fees of which the rows together ask for more than the header has. */
export function exceedsReceivable(
  fees: Fees,
  rows: readonly { collectType: string; receivableAmount: string }[],
): (keyof Fees)[] {
  const asked = new Map<keyof Fees, Big>();
  for (const row of rows) {
    const fee = feeOf(row.collectType);
    if (fee) asked.set(fee, (asked.get(fee) ?? new Big(0)).plus(row.receivableAmount));
  }
  return [...asked].filter(([fee, sum]) => sum.gt(of(fees[fee]))).map(([fee]) => fee);
}
