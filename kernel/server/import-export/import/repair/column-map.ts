import { createHash } from 'node:crypto';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { App } from '../../../app.ts';
import { exchange as refuse } from '../../../refusals.ts';
import type { Actor } from '../../../session/actor.ts';
import type { Transaction } from '../../../write/transaction.ts';
import { type ImportColumn, isColumnField } from '../import-columns.ts';

/** Maximum number of remembered headers by person and paper. The one used longest ago is deleted first. */
const MAX_REMEMBERED = 20;

const headersKey = (columns: readonly ImportColumn[]): string =>
  createHash('sha1')
    .update(JSON.stringify(columns.map(({ at, header }) => [at, header])))
    .digest('base64');

/**
 * Return the columns as this person matched them for the same headers. Fields that the person may no longer fill are
 * left out.
 */
export async function rememberedColumns(
  app: App,
  { tenancy, person }: Actor,
  paper: AnyPaper,
  columns: readonly ImportColumn[],
): Promise<readonly ImportColumn[]> {
  const [found] = await app.db.read(tenancy, (sql) =>
    sql.query<{ fields: Record<string, string> }>(
      'select fields from anju_import_map where tenant_id = $1 and person_id = $2 and paper = $3 and headers = $4',
      [tenancy.tenantId, person.id, paper.name, headersKey(columns)],
    ),
  );
  if (!found) return columns;
  return columns.map((column) => {
    const field = found.fields[column.at];
    return { ...column, field: field && isColumnField(paper, field) ? field : null };
  });
}

/** Return the columns as matched by the person. Refuse two columns of one field, and fields that no sheet may fill. */
export function matchedColumns(
  paper: AnyPaper,
  columns: readonly ImportColumn[],
  wanted: readonly { readonly at: number; readonly field: string | null }[],
): ImportColumn[] {
  const fields = new Map(wanted.map(({ at, field }) => [at, field || null]));
  const taken = new Set<string>();
  return columns.map((column) => {
    const field = fields.has(column.at) ? fields.get(column.at)! : column.field;
    if (field !== null && !isColumnField(paper, field)) throw refuse.columnNotOffered({ name: field });
    if (field !== null && taken.has(field)) throw refuse.columnTwice({ name: column.header });
    if (field !== null) taken.add(field);
    return { ...column, field };
  });
}

/** Remember the columns for the next sheet with the same headers. */
export async function rememberColumns(
  tx: Transaction,
  paper: AnyPaper,
  columns: readonly ImportColumn[],
): Promise<void> {
  const fields = Object.fromEntries(columns.flatMap(({ at, field }) => (field ? [[at, field]] : [])));
  await tx.sql.query(
    `insert into anju_import_map (tenant_id, person_id, paper, headers, fields, used) values ($1, $2, $3, $4, $5, $6)
    on conflict (tenant_id, person_id, paper, headers) do update set fields = excluded.fields, used = excluded.used`,
    [tx.tenantId, tx.person.id, paper.name, headersKey(columns), JSON.stringify(fields), tx.now()],
  );
  await tx.sql.query(
    `delete from anju_import_map where tenant_id = $1 and person_id = $2 and paper = $3 and headers not in (
      select headers from anju_import_map where tenant_id = $1 and person_id = $2 and paper = $3 order by used desc limit ${MAX_REMEMBERED})`,
    [tx.tenantId, tx.person.id, paper.name],
  );
}
