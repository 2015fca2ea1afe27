import { rowIdColumn } from '../column.ts';

/** Stores the 64-bit id of the referenced row. */
export const refColumn = rowIdColumn;
export const idColumn = rowIdColumn;
