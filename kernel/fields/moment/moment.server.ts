import type { SqlColumn } from '../column.ts';

/** Stored with its zone. The connection has the tenant's zone, so reads return the tenant's local time. */
export const momentColumn: SqlColumn = {
  type: () => 'timestamptz',
  read: (raw) => (raw as string).slice(0, 19),
  empty: '',
  indexed: false,
};
