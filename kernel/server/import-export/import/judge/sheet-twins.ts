import { createHash } from 'node:crypto';
import type { Label } from '#kernel/language/label.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';

/**
 * Fingerprint of something that only one row of a sheet may have: a stored row, a unique value, a whole line. `field`:
 * the column in which a duplicate is reported.
 */
export interface RowMark {
  readonly mark: string;
  readonly field: string;
}

/** Return a fingerprint as a hash: short, for a hundred thousand rows, and without readable personal data. */
export const rowMarkOf = (parts: unknown): string =>
  createHash('sha1').update(JSON.stringify(parts)).digest('base64').slice(0, 20);

const twice = (row: number): Label => [`与第${row}行重复`, `The same as row ${row}`];
/** Title of the group of rows that repeat others of their sheet. */
export const DUPLICATES: Label = ['与文件内其他行重复', 'The same as another row of the sheet'];
const asRow = (field: string, row: number): FieldProblem => ({ field, words: twice(row), group: DUPLICATES });

/**
 * Finds duplicate rows of one sheet. The first row with a fingerprint is remembered; a later row with the same one is
 * its duplicate. Both get a problem that names the other row.
 */
export class SheetTwins {
  readonly #first = new Map<string, number>();
  readonly #repeated = new Map<number, FieldProblem>();
  /** Rows that are not checked again now; their problem is stored already. */
  readonly #elsewhere = new Set<number>();

  /** Remember the fingerprint of a row that is not checked again now, so that its duplicates are found. */
  remember(mark: string, row: number): void {
    this.#first.set(mark, row);
    this.#elsewhere.add(row);
  }

  /** Return the problems of a row that has fingerprints of earlier rows. */
  meet(marks: readonly RowMark[], at: number): FieldProblem[] {
    return marks.flatMap(({ mark, field }) => {
      const before = this.#first.get(mark);
      if (before === undefined) this.#first.set(mark, at);
      if (before === undefined || before === at) return [];
      if (!this.#repeated.has(before) && !this.#elsewhere.has(before)) this.#repeated.set(before, asRow(field, at));
      return [asRow(field, before)];
    });
  }

  /**
   * Problems of rows that a later row repeats. They were checked before, and get their problem once the sheet is read.
   */
  get repeated(): ReadonlyMap<number, FieldProblem> {
    return this.#repeated;
  }
}
