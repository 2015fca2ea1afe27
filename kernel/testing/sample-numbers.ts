const FIRST = 100;
let number = FIRST;
let days = 0;

/** A number that no other sample of this database has. */
export const nextSampleNumber = (): number => ++number;

/** A day that no other sample of this database uses, counted from the first. */
export const nextUnusedDay = (): number => ++days;

/** A new database begins anew: what a file meets does not depend on what ran before it in the same process. */
export function beginSamples(): void {
  number = FIRST;
  days = 0;
}
