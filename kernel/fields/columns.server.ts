import type { Field } from '#kernel/language/field.ts';
import type { SqlColumn } from './column.ts';
import { kindColumns } from './generated/columns.server.ts';

/** The server's face of a field's kind. */
export function columnFor(field: Field): SqlColumn {
  const column = kindColumns[field.kind];
  if (!column) throw new Error(`no column for kind ${field.kind}`);
  return column;
}

/** How many decimals an average of its values keeps: those of the values, two at least. */
export const averageDecimals = (field: Field): number =>
  Math.max(2, Number(/,\s*(\d+)\)/.exec(columnFor(field).type(field))?.[1] ?? 2));
