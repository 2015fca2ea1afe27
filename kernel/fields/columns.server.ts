import type { Field } from '#kernel/language/field.ts';
import type { SqlColumn } from './column.ts';
import { kindColumns } from './generated/columns.server.ts';

/** Return how PostgreSQL stores a field, from its kind. */
export function columnFor(field: Field): SqlColumn {
  const column = kindColumns[field.kind];
  if (!column) throw new Error(`no column for kind ${field.kind}`);
  return column;
}

/** Return the number of decimals of an average: that of the values, but at least two. */
export const averageDecimals = (field: Field): number =>
  Math.max(2, Number(/,\s*(\d+)\)/.exec(columnFor(field).type(field))?.[1] ?? 2));
