import { plainTextColumn } from '../column.ts';

/** Kept as `#rrggbb` in small letters. */
export const colourColumn = plainTextColumn;
