import { numberColumn } from '../column.ts';

/** Exact, never a floating number. */
export const rateColumn = numberColumn('numeric(7,4)');
