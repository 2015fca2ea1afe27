import type { Column } from '../column.ts';

/** The attachment's id; the link is signed when the row is read. */
export const fileColumn: Column = { type: () => 'bigint', empty: '', indexed: false };
export const filesColumn: Column = { type: () => 'bigint[]', empty: [], indexed: false };
