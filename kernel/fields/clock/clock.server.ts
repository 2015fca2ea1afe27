import type { SqlColumn } from '../column.ts';

export const clockColumn: SqlColumn = {
  type: () => 'time',
  read: (raw) => (raw as string).slice(0, 5),
  empty: '',
  indexed: false,
};
