import type { SqlColumn } from '../column.ts';

export const flagColumn: SqlColumn = { type: () => 'boolean', empty: undefined, indexed: true, indexesEmpty: true };
