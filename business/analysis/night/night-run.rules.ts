/** Litres from 0 to 5 o'clock above which water ran in a night, and nights in a row that are worth a look. */
export const NIGHT_LITRES = 15;
export const NIGHTS = 3;
/** Hours at night in which electricity counts as standby, and water as night use. */
export const NIGHT_HOURS: readonly number[] = [0, 1, 2, 3, 4];

/** Nights in a row, until the last one, in which water ran. */
export interface NightRun {
  readonly nights: number;
  /** Mean of these nights. */ readonly litres: number;
}

/** Return the nights in a row until the last one in which water ran; null: fewer than three. Null litres: no data. */
export function nightRun(litres: readonly (number | null)[]): NightRun | null {
  const last = litres.findLastIndex((one) => one === null || one <= NIGHT_LITRES);
  const run = litres.slice(last + 1).flatMap((one) => one ?? []);
  if (run.length < NIGHTS) return null;
  return { nights: run.length, litres: Math.round(run.reduce((sum, one) => sum + one, 0) / run.length) };
}
