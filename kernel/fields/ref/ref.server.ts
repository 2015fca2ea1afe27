import { rowIdColumn } from '../column.ts';

/** The 64-bit id of the row it points at. */
export const refColumn = rowIdColumn;
export const idColumn = rowIdColumn;
