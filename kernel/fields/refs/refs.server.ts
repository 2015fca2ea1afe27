import type { SqlColumn } from '../column.ts';

/** Stored as an array of ids. With `csv` a comma list on the wire, because old clients split it. */
export const refsColumn: SqlColumn = {
  type: () => 'bigint[]',
  wire: (raw, field) => ((field as { csv?: boolean }).csv || field.asText ? (raw as string[]).join(',') : raw),
  empty: [],
  indexed: false,
};
