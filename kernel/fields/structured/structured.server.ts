import type { SqlColumn } from '../column.ts';

export const structuredColumn: SqlColumn = {
  type: () => 'jsonb',
  bind: (value) => JSON.stringify(value),
  asText: (value) => JSON.stringify(value),
  isStored: (value) => typeof value !== 'string',
  // Values written by programs may be long, so only the detail shows them.
  isLong: (field) => field.auto === true && !field.asText,
  empty: undefined,
  indexed: false,
};
