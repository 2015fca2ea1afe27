import { type SqlColumn, plainTextColumn } from '../column.ts';

/** Stored as twelve upper-case hex digits. */
export const macColumn: SqlColumn = {
  ...plainTextColumn,
  index: (field, name, tail) => (field.filter === 'exact' ? `${name}, ${tail}` : undefined),
};
