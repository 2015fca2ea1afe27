import { type SqlColumn, plainTextColumn } from '../column.ts';

/** Stored as `text` without a limit of length, because inputs are checked. A higher limit then needs no migration. */
export const phoneColumn: SqlColumn = { ...plainTextColumn, index: (_field, column) => column };
