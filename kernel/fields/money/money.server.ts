import { numberColumn } from '../column.ts';

/** Exact, never a floating number. */
export const moneyColumn = numberColumn('numeric(14,2)');
