import { numberColumn } from '../column.ts';

/** Stored as an exact `numeric`, because floating-point numbers would be rounded. */
export const rateColumn = numberColumn('numeric(7,4)');
