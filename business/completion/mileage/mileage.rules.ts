import Big from 'big.js';

/** Is the declared distance believable? Within the larger of so many km and so many percent of the computed one. Kilometres as decimals. */
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
