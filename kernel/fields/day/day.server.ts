import type { SqlColumn } from '../column.ts';

export const dayColumn: SqlColumn = { type: () => 'date', empty: '', indexed: false };
