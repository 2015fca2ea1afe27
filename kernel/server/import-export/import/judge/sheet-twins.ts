import { createHash } from 'node:crypto';
import type { Label } from '#kernel/language/label.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';

/** What only one row of a sheet may be: a row that is there already, a unique value, a whole line. `field` shows where it stands. */
export interface RowMark {
  readonly mark: string;
  readonly field: string;
}

/** Short, so that a hundred thousand rows keep theirs beside them; nothing personal can be read from it. */
export const rowMarkOf = (parts: unknown): string =>
  createHash('sha1').update(JSON.stringify(parts)).digest('base64').slice(0, 20);

const twice = (row: number): Label => [`与第${row}行重复`, `The same as row ${row}`];
/** What all rows are called that are the same as others of their sheet. */
export const DUPLICATES: Label = ['与文件内其他行重复', 'The same as another row of the sheet'];
const asRow = (field: string, row: number): FieldProblem => ({ field, words: twice(row), group: DUPLICATES });

/** Which rows of one sheet cannot both be kept. The first of its kind is remembered; another one is told of it, and it of the other. */
export class SheetTwins {
  readonly #first = new Map<string, number>();
  readonly #told = new Map<number, FieldProblem>();
  /** Rows that are not judged here and know of their twin already. */
  readonly #elsewhere = new Set<number>();

  /** A row that bears a mark, but is not judged again. */
  remember(mark: string, row: number): void {
    this.#first.set(mark, row);
    this.#elsewhere.add(row);
  }

  /** What the row shares with rows before it. */
  meet(marks: readonly RowMark[], at: number): FieldProblem[] {
    return marks.flatMap(({ mark, field }) => {
      const before = this.#first.get(mark);
      if (before === undefined) this.#first.set(mark, at);
      if (before === undefined || before === at) return [];
      if (!this.#told.has(before) && !this.#elsewhere.has(before)) this.#told.set(before, asRow(field, at));
      return [asRow(field, before)];
    });
  }

  /** Rows that came before one that says the same: they were judged already, and are told of it once the sheet is read. */
  get told(): ReadonlyMap<number, FieldProblem> {
    return this.#told;
  }
}
