import type { SqlColumn } from '../column.ts';

/** A point (longitude, latitude) of WGS-84. */
export const placeColumn: SqlColumn = {
  type: () => 'point',
  bind: (value) => `(${String(value)})`,
  read: (raw) => (raw as string).replace(/[()]/g, ''),
  empty: '',
  indexed: false,
};
