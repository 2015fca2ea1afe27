import type { Column } from '../column.ts';

export const structuredColumn: Column = {
  type: () => 'jsonb',
  bind: (value) => JSON.stringify(value),
  empty: undefined,
  indexed: false,
};
