import type { Fields } from '#kernel/language/field.ts';
import type { AnyPaper, RowOf } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';

/** Values of an input, or values about to be written. */
export type Values = Record<string, unknown>;

/** A row as it is stored: accepted values, null where empty. */
export type Stored = RowOf<Fields>;

/** Name of the paper of a stored row. Copies carry it, JSON leaves it out, and no field can have this name. */
export const ROW_OF: unique symbol = Symbol('row of');

/** Return the paper that a row was read from; undefined for a composed row. */
export const paperOfRow = (row: object): AnyPaper | undefined => (row as { readonly [ROW_OF]?: AnyPaper })[ROW_OF];

/** Compare two ids as numbers: the order in which rows are locked. */
export const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);

/** The scope of the product itself. */
export const ALL_ROWS: readonly Term[] = [{ kind: 'all' }];

/** Are two stored values equal? Empty equals null, and lists and parts are compared by content. */
export function areSameStored(a: unknown, b: unknown): boolean {
  const [one, other] = [a ?? null, b ?? null];
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return JSON.stringify(one) === JSON.stringify(other);
}
