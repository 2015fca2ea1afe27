import type { Table } from '#kernel/server';

/** Return columns of a table from a map of names to SQL types; a type may end with `not null`. */
export const tableColumns = (spec: Readonly<Record<string, string>>): Table['columns'] =>
  Object.entries(spec).map(([name, type]) => ({
    name,
    type: type.replace(' not null', ''),
    notNull: type.endsWith(' not null'),
  }));
