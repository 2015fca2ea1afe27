import { type SqlColumn, plainTextColumn as column } from '../column.ts';

/** Kept as text; its length is checked when it is accepted, so that a longer one later needs no change of the table. */
export const textColumn: SqlColumn = {
  ...column,
  index: (field, name, tail) => (field.filter === 'exact' ? `${name}, ${tail}` : undefined),
};
