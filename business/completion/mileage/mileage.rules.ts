import Big from 'big.js';

/**
 * Return whether declared kilometres are within the tolerance. It is the larger of a number of kilometres and a
 * percentage of the computed distance. Distances are decimals as texts.
 */
export function mileageFits(
  declared: string,
  computed: string,
  toleranceKm: number,
  tolerancePercent: number,
): boolean {
  const off = new Big(declared).minus(computed).abs();
  const share = new Big(computed).times(tolerancePercent).div(100);
  return off.lte(share.gt(toleranceKm) ? share : new Big(toleranceKm));
}
