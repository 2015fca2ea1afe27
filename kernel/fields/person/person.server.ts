import { rowIdColumn } from '../column.ts';

/** Stores the 64-bit id of the account. */
export const personColumn = rowIdColumn;
