import type { SqlColumn } from '../column.ts';

export const dictsColumn: SqlColumn = { type: () => 'text[]', empty: [], indexed: false };
