import type { SqlColumn } from '../column.ts';

/** The key itself: keys never change, labels may. */
export const dictColumn: SqlColumn = {
  type: (field) => ((field as { numeric?: boolean }).numeric ? 'integer' : 'text'),
  empty: '',
  indexed: true,
};
