import { plainTextColumn } from '../column.ts';

/** Kept as it was typed. */
export const webAddressColumn = plainTextColumn;
