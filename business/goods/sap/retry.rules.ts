/** Minutes before each further attempt; after the last one the row has failed. */
export const PAUSES = [1, 5, 30, 120] as const;

/** Return the minutes until the next attempt after `failures` failed ones. Undefined: there is none. */
export const pauseAfter = (failures: number): number | undefined => PAUSES[failures - 1];
