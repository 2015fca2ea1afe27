import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import type { OwnFilter } from './behaviour.ts';

/** Return the list filter of headers by a reference of their lines; `parent` is the field with the header. */
export const byLines = (line: AnyPaper, parent: string, field: string): OwnFilter => ({
  reads: line.fields[field],
  sql: `t.id in (select d.${columnOf(parent)} from ${line.table} d where d.tenant_id = t.tenant_id and d.${columnOf(field)} = any(string_to_array($, ',')::bigint[]) and d.is_deleted = 0)`,
});
