import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Sql } from '../../context.ts';
import { exchange as refuse } from '../../refusals.ts';

/**
 * Return the ids of the rows that an import wrote, in the order of its sheet.
 * @throws `exchange.noBatch` where the batch is another person's or paper's, was not committed, or was rolled back.
 */
export async function importedRows(
  sql: Sql,
  by: { readonly tenantId: string; readonly personId: string },
  { paper, batch }: { readonly paper: AnyPaper; readonly batch: string },
): Promise<string[]> {
  const [found] = await sql.query<{ id: string }>(
    "select id from anju_import where tenant_id = $1 and person_id = $2 and paper = $3 and id = $4 and state = 'committed'",
    [by.tenantId, by.personId, paper.name, batch],
  );
  if (!found) throw refuse.noBatch();
  const rows = await sql.query<{ id: string }>(
    "select row_id::text as id from anju_import_row where tenant_id = $1 and batch = $2 and state = 'done' and row_id is not null order by row",
    [by.tenantId, batch],
  );
  return rows.map(({ id }) => id);
}
