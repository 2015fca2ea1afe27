import type { SqlColumn } from '../column.ts';

/** An array of ids; as a comma list on the wire where old clients split it. */
export const refsColumn: SqlColumn = {
  type: () => 'bigint[]',
  wire: (raw, field) => ((field as { csv?: boolean }).csv || field.asText ? (raw as string[]).join(',') : raw),
  empty: [],
  indexed: false,
};
