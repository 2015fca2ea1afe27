/** A rate that begins with `base` devices a minute, and is multiplied by `factor` after each `everySuccess` successes. */
export interface Exponential {
  readonly base: number;
  readonly factor: number;
  readonly everySuccess: number;
}

const MAX_RATE = 6000;
const MAX_FACTOR = 10;

/** Is the rule well-formed? A factor of one would be a fixed rate. */
export const isExponential = ({ base, factor, everySuccess }: Exponential): boolean =>
  [base, factor, everySuccess].every(Number.isFinite) &&
  Number.isInteger(base) &&
  Number.isInteger(everySuccess) &&
  base >= 1 &&
  base <= MAX_RATE &&
  factor > 1 &&
  factor <= MAX_FACTOR &&
  everySuccess >= 1;

/** Return the devices that a task may notify in a minute. The fixed rate of the task is the most. */
export function ratePerMinute(
  { rolloutPerMin, exponential }: { readonly rolloutPerMin?: number | null; readonly exponential?: Exponential | null },
  successes: number,
): number {
  const most = rolloutPerMin ?? MAX_RATE;
  if (!exponential) return most;
  const { base, factor, everySuccess } = exponential;
  return Math.min(most, Math.floor(base * factor ** Math.floor(successes / everySuccess)));
}
