import type { SqlColumn } from '../column.ts';

export const structuredColumn: SqlColumn = {
  type: () => 'jsonb',
  bind: (value) => JSON.stringify(value),
  empty: undefined,
  indexed: false,
};
