import Big from 'big.js';

/** From a quantity on, a unit pays this. */
export interface Tier {
  readonly from: string | number;
  readonly price: string | number;
}

/** What a line is priced by; quantities and prices are decimals as text. */
export interface Price {
  readonly unitPrice: string;
  readonly minQty?: string | null;
  readonly tierRule?: readonly Tier[] | null;
  readonly difficultyCoef: string;
}

/** Tiers by their beginning; two of one beginning would price a unit twice. */
export function tiersInOrder(tiers: readonly Tier[] | null | undefined): { from: Big; price: Big }[] {
  return (tiers ?? [])
    .map(({ from, price }) => ({ from: new Big(from), price: new Big(price) }))
    .sort((a, b) => a.from.cmp(b.from));
}

/** Is each tier above 0, none twice, no price below 0? */
export function tiersAreSound(tiers: readonly Tier[] | null | undefined): boolean {
  const sorted = tiersInOrder(tiers);
  return sorted.every(
    ({ from, price }, at) => from.gte(0) && price.gte(0) && (at === 0 || from.gt(sorted[at - 1].from)),
  );
}

/**
 * The base of one line, unrounded: each part of the quantity at the price of its tier (the unit price before the first), billed for
 * the minimum at least, times the difficulty.
 */
export function baseOf(qty: string | number, price: Price): Big {
  const least = new Big(price.minQty ?? 0);
  const billed = new Big(qty).gt(least) ? new Big(qty) : least;
  const tiers = tiersInOrder(price.tierRule);
  const slabs = [{ from: new Big(0), price: new Big(price.unitPrice) }, ...tiers];
  const sum = slabs.reduce((total, slab, at) => {
    const end = slabs[at + 1]?.from;
    const top = end && end.lt(billed) ? end : billed;
    return top.gt(slab.from) ? total.plus(top.minus(slab.from).times(slab.price)) : total;
  }, new Big(0));
  return sum.times(price.difficultyCoef);
}

/** Rounded to cents, half away from zero. */
export const cents = (amount: Big): Big => amount.round(2, Big.roundHalfUp);

/** Money as it is stored. */
export const roundedMoney = (amount: Big): string => cents(amount).toFixed(2);
