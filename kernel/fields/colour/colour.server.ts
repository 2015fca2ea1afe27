import { plainTextColumn } from '../column.ts';

/** Stored as `#rrggbb` in lower case. */
export const colourColumn = plainTextColumn;
