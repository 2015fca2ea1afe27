/** The value below which so large a share of the others lies (0 to 1), between two of them where it falls there; null: there are none. */
export function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  return sorted[low] + (sorted[Math.min(low + 1, sorted.length - 1)] - sorted[low]) * (at - low);
}

/** Degrees by which a day was colder than the base (K·d): what has to be heated. */
export const degreesBelow = (outdoor: number, base: number): number => Math.max(0, base - outdoor);
