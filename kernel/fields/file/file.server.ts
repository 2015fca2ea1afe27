import type { SqlColumn } from '../column.ts';

/** The attachment's id; the link is signed when the row is read. */
export const fileColumn: SqlColumn = { type: () => 'bigint', empty: '', indexed: false };
export const filesColumn: SqlColumn = { type: () => 'bigint[]', empty: [], indexed: false };
