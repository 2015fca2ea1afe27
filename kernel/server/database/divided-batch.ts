import { Refusal } from '#kernel/language/refusal.ts';

/** SQLSTATE classes that blame a row itself: its data, its constraints, the names it uses. */
const DATA_CLASSES = /^(?:22|23|42)...$/;

/**
 * Does an error blame the rows of a batch? The product's own refusals and program faults do, as they repeat with the
 * same row. Other errors are temporary: a timeout, a deadlock, a full disk, a lost connection.
 */
export function blamesRows(error: unknown): boolean {
  if (error instanceof Refusal || error instanceof TypeError || error instanceof RangeError) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && DATA_CLASSES.test(code);
}

/** Functions that write a batch. */
export interface BatchWork<T> {
  /** Write rows in one transaction. */ readonly write: (rows: readonly T[]) => Promise<void>;
  /** Handle a single row that PostgreSQL refuses. */
  readonly refuse: (row: T, error: Error) => Promise<void> | void;
}

/** The rows at the end of a batch that wait, and why. */
export interface Unwritten<T> {
  readonly rows: readonly T[];
  readonly error: Error;
}

/**
 * Write a batch. Where PostgreSQL refuses a row, find it by bisection and write the others. Return the rows to retry,
 * or null. Rows are written in order, so these are always the end of the batch.
 */
export async function writeDivided<T>(rows: readonly T[], work: BatchWork<T>): Promise<Unwritten<T> | null> {
  if (rows.length === 0) return null;
  try {
    await work.write(rows);
    return null;
  } catch (error) {
    if (!blamesRows(error)) return { rows, error: error as Error };
    if (rows.length === 1) return await refused(rows, work, error as Error);
  }
  const half = Math.ceil(rows.length / 2);
  const first = await writeDivided(rows.slice(0, half), work);
  if (first) return { ...first, rows: [...first.rows, ...rows.slice(half)] };
  return writeDivided(rows.slice(half), work);
}

/** Handle the refusal of a single row. If that fails as well, return the row, so that it is retried later. */
async function refused<T>(rows: readonly T[], { refuse }: BatchWork<T>, error: Error): Promise<Unwritten<T> | null> {
  try {
    await refuse(rows[0], error);
    return null;
  } catch (unnoted) {
    return { rows, error: unnoted as Error };
  }
}
