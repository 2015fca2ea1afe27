/** Return the quantile of values at a share from 0 to 1, interpolated between neighbouring values; null: no values. */
export function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  return sorted[low] + (sorted[Math.min(low + 1, sorted.length - 1)] - sorted[low]) * (at - low);
}

/**
 * Return the degree days of one day: how far its mean temperature was below the base (K·d), a measure of heating
 * demand.
 */
export const degreesBelow = (outdoor: number, base: number): number => Math.max(0, base - outdoor);
