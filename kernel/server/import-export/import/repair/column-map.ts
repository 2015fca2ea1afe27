import { createHash } from 'node:crypto';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { App } from '../../../app.ts';
import { exchange as refuse } from '../../../refusals.ts';
import type { Actor } from '../../../session/actor.ts';
import type { Transaction } from '../../../write/transaction.ts';
import { type ImportColumn, isColumnField } from '../import-columns.ts';

/** So many sheets of different headers are remembered for a person and a paper; the one used longest ago goes first. */
const MOST_REMEMBERED = 20;

const headersKey = (columns: readonly ImportColumn[]): string =>
  createHash('sha1')
    .update(JSON.stringify(columns.map(({ at, header }) => [at, header])))
    .digest('base64');

/** The columns as this person matched them when a sheet had the same headers; fields that he may no longer fill are left off. */
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

/** The columns of a sheet as its person matches them; refused where two fill one field, or one that no sheet may fill. */
export function matchedColumns(
  paper: AnyPaper,
  columns: readonly ImportColumn[],
  asked: readonly { readonly at: number; readonly field: string | null }[],
): ImportColumn[] {
  const fields = new Map(asked.map(({ at, field }) => [at, field || null]));
  const taken = new Set<string>();
  return columns.map((column) => {
    const field = fields.has(column.at) ? fields.get(column.at)! : column.field;
    if (field !== null && !isColumnField(paper, field)) throw refuse.columnNotOffered({ name: field });
    if (field !== null && taken.has(field)) throw refuse.columnTwice({ name: column.header });
    if (field !== null) taken.add(field);
    return { ...column, field };
  });
}

/** Remembers the columns for the next sheet of the same headers. */
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
      select headers from anju_import_map where tenant_id = $1 and person_id = $2 and paper = $3 order by used desc limit ${MOST_REMEMBERED})`,
    [tx.tenantId, tx.person.id, paper.name],
  );
}
