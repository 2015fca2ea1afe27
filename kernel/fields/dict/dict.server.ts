import type { SqlColumn } from '../column.ts';

/** Stores the key, which never changes, and not the label. */
export const dictColumn: SqlColumn = {
  type: (field) => ((field as { numeric?: boolean }).numeric ? 'integer' : 'text'),
  empty: '',
  indexed: true,
};
