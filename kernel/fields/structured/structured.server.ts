import type { SqlColumn } from '../column.ts';

export const structuredColumn: SqlColumn = {
  type: () => 'jsonb',
  bind: (value) => JSON.stringify(value),
  asText: (value) => JSON.stringify(value),
  isStored: (value) => typeof value !== 'string',
  // What programs keep.
  isLong: (field) => field.auto === true && !field.asText,
  empty: undefined,
  indexed: false,
};
