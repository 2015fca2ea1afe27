import { plainTextColumn } from '../column.ts';

/** Stored as entered. */
export const webAddressColumn = plainTextColumn;
