import Big from 'big.js';

/** A price per unit that applies from this quantity on. */
export interface Tier {
  readonly from: string | number;
  readonly price: string | number;
}

/** The parts of a price standard that price a line; quantities and prices are decimals as text. */
export interface Price {
  readonly unitPrice: string;
  readonly minQty?: string | null;
  readonly tierRule?: readonly Tier[] | null;
  readonly difficultyCoef: string;
}

/** Return the tiers sorted by their start. */
export function tiersInOrder(tiers: readonly Tier[] | null | undefined): { from: Big; price: Big }[] {
  return (tiers ?? [])
    .map(({ from, price }) => ({ from: new Big(from), price: new Big(price) }))
    .sort((a, b) => a.from.cmp(b.from));
}

/** Check the tiers: no start or price below 0, and no two with the same start. */
export function tiersAreSound(tiers: readonly Tier[] | null | undefined): boolean {
  const sorted = tiersInOrder(tiers);
  return sorted.every(
    ({ from, price }, at) => from.gte(0) && price.gte(0) && (at === 0 || from.gt(sorted[at - 1].from)),
  );
}

/**
 * Return the unrounded base of one line, times the difficulty. Each slice of the quantity has the price of its tier,
 * and `unitPrice` below the first tier. A quantity below `minQty` is priced as `minQty`.
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

/** Round to cents, half away from zero. */
export const cents = (amount: Big): Big => amount.round(2, Big.roundHalfUp);

/** Money as it is stored. */
export const roundedMoney = (amount: Big): string => cents(amount).toFixed(2);
