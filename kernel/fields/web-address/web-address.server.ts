import { textColumn } from '../column.ts';

/** Kept as it was typed. */
export const webAddressColumn = textColumn;
