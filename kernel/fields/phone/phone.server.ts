import { type SqlColumn, plainTextColumn } from '../column.ts';

/** Kept as text; its length is checked when it is accepted, so that a longer one later needs no change of the table. */
export const phoneColumn: SqlColumn = { ...plainTextColumn, index: (_field, column) => column };
