const FIRST = 100;
let number = FIRST;
let days = 0;

/** Return a number that no other sample of this database has. */
export const nextSampleNumber = (): number => ++number;

/** Return the number of a day that no other sample of this database uses: 1, 2 and so on. */
export const nextUnusedDay = (): number => ++days;

/** Reset the numbers for a new database: a file must not depend on earlier ones in the same process. */
export function beginSamples(): void {
  number = FIRST;
  days = 0;
}
