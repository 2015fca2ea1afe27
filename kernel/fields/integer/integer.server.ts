import type { SqlColumn } from '../column.ts';

/** An unknown number is left out on the wire: old clients would read an empty text as zero. */
export const integerColumn: SqlColumn = { type: () => 'integer', empty: undefined, indexed: false };
