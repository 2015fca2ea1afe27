import type { Row } from '#kernel/language/paper.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { visitsChecked } from '../visit-work.service.ts';
import { visit } from '../visit.paper.ts';
import { visitFile } from './visit-file.paper.ts';

/**
 * Return refusals to delete documents of visits that were confirmed, or whose completion was confirmed or returned to
 * be redone.
 */
async function checked(
  context: Context,
  rows: readonly Row<typeof visitFile>[],
): Promise<ReadonlyMap<string, Refusal>> {
  const ids = [...new Set(rows.map((row) => row.dispatchListId))];
  await context.lockRows(visit, ids);
  const found = await context.sql.query<{ id: string }>(
    "select id::text as id from dispatchlist where tenant_id = $1 and id = any($2::bigint[]) and task_status = 'confirmed' and completion_id is null",
    [context.tenantId, ids],
  );
  const over = new Set([...found.map((one) => one.id), ...(await context.ask(visitsChecked, { visitIds: ids }))]);
  return new Map(rows.filter((row) => over.has(row.dispatchListId)).map((row) => [row.id, refuse.documentStays()]));
}

export default behaviour<typeof visitFile>(visitFile, { staying: checked });
