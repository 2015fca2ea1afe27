import type { Field } from '#kernel/language/field.ts';
import type { SqlColumn } from './column.ts';
import { kindColumns } from './generated/columns.server.ts';

/** The server's face of a field's kind. */
export function columnFor(field: Field): SqlColumn {
  const column = kindColumns[field.kind];
  if (!column) throw new Error(`no column for kind ${field.kind}`);
  return column;
}
