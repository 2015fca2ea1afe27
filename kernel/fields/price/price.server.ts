import { numberColumn } from '../column.ts';

/** Exact, never a floating number. */
export const priceColumn = numberColumn('numeric(14,4)');
