const NOVEMBER = 11;

/** The years whose holidays must be known on a day: its own, and from November on, when the State Council has told them, the next. */
export function yearsToKeep(today: string): number[] {
  const [year, month] = today.split('-').map(Number);
  return month >= NOVEMBER ? [year, year + 1] : [year];
}
