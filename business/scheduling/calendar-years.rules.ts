const NOVEMBER = 11;

/**
 * Return the years whose holidays are needed: the present one, and from November on the next. The State Council
 * announces its holidays then.
 */
export function yearsToKeep(today: string): number[] {
  const [year, month] = today.split('-').map(Number);
  return month >= NOVEMBER ? [year, year + 1] : [year];
}
