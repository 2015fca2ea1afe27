import { type SqlColumn, plainTextColumn as column } from '../column.ts';

/** Stored as `text` without a limit of length, because inputs are checked. A higher limit then needs no migration. */
export const textColumn: SqlColumn = {
  ...column,
  index: (field, name, tail) => (field.filter === 'exact' ? `${name}, ${tail}` : undefined),
};
