import { rowIdColumn } from '../column.ts';

/** Stores the 64-bit id of the department. */
export const departmentColumn = rowIdColumn;
