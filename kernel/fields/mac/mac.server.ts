import { type SqlColumn, plainTextColumn } from '../column.ts';

/** Kept as twelve capital hex digits. */
export const macColumn: SqlColumn = {
  ...plainTextColumn,
  index: (field, name, tail) => (field.filter === 'exact' ? `${name}, ${tail}` : undefined),
};
