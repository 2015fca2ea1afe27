import type { Column } from '../column.ts';

export const clockColumn: Column = {
  type: () => 'time',
  read: (raw) => (raw as string).slice(0, 5),
  empty: '',
  indexed: false,
};
