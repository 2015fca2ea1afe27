import type { SqlColumn } from '../column.ts';

export const regionColumn: SqlColumn = { type: () => 'text', empty: '', indexed: true };
