import type { Table } from '#kernel/server';

/** Columns of a table by their names and types; behind a type stands `not null` where a row must have it. */
export const tableColumns = (spec: Readonly<Record<string, string>>): Table['columns'] =>
  Object.entries(spec).map(([name, type]) => ({
    name,
    type: type.replace(' not null', ''),
    notNull: type.endsWith(' not null'),
  }));
