import { numberColumn } from '../column.ts';

/** Exact, never a floating number. */
export const quantityColumn = numberColumn('numeric(14,3)');
