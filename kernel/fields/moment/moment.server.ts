import type { SqlColumn } from '../column.ts';

/** Stored with its zone; the connection's zone follows the tenant, so what is read is already his wall clock. */
export const momentColumn: SqlColumn = {
  type: () => 'timestamptz',
  read: (raw) => (raw as string).slice(0, 19),
  empty: '',
  indexed: false,
};
