import { columnFor } from '#kernel/fields/columns.server.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldOf } from '#kernel/language/paper.ts';
import type { Stored } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/**
 * Writes facts that the product alone keeps (`auto` fields) into many rows by one statement: no version, no log, no checks, since nobody
 * decides about them. What a value leaves out stays. Answers the ids of the rows that are there.
 */
export async function touchRows(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly (Stored & { readonly id: string })[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'id');
  const fields = names.map((name) => {
    const field = fieldOf(paper, name);
    if (!field?.auto) throw new Error(`${paper.name}.${name} is no field that the product keeps`);
    return field;
  });
  const bound = (field: Field, value: unknown): unknown =>
    value === null || value === undefined ? null : (columnFor(field).bind?.(value) ?? value);
  const given = fields.map(
    (field, at) => `$${at * 2 + 3}::${columnFor(field).type(field)}[], $${at * 2 + 4}::boolean[]`,
  );
  const set = names.map(
    (name, at) => `${columnOf(name)} = case when g.h${at} then g.v${at} else t.${columnOf(name)} end`,
  );
  const found = await tx.sql.query<{ id: string }>(
    `update ${paper.table} t set ${set.join(', ')}
     from (select * from unnest($2::bigint[], ${given.join(', ')}) as g(id, ${names.map((_, at) => `v${at}, h${at}`).join(', ')}) order by id) g
     where t.tenant_id = $1 and t.id = g.id and t.is_deleted = 0 returning t.id::text as id`,
    [
      tx.tenantId,
      rows.map(({ id }) => id),
      ...names.flatMap((name, at) => [
        rows.map((row) => bound(fields[at], row[name])),
        rows.map((row) => Object.hasOwn(row, name)),
      ]),
    ],
  );
  return found.map(({ id }) => id);
}
