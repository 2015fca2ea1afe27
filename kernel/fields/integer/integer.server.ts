import type { SqlColumn } from '../column.ts';

/** An empty integer is left out on the wire, because old clients would read '' as zero. */
export const integerColumn: SqlColumn = { type: () => 'integer', empty: undefined, indexed: false };
