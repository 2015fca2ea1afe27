import type { Row } from '#kernel/language/paper.ts';
import { behaviour } from '#kernel/server/behaviour.ts';
import type { Context } from '#kernel/server/context.ts';
import { refuse } from '../../refusals.ts';
import { visit } from './visit.paper.ts';
import { visitFile } from '../visit-file.paper.ts';

/** What the check was made on stays: once the completion is confirmed, or the visit where there is none, nobody takes a document away. */
async function assertUnchecked(context: Context, { dispatchListId }: Row<typeof visitFile>): Promise<void> {
  await context.hold(visit, [dispatchListId]);
  const checked = await context.sql.query(`select 1 from dispatchlist v where v.tenant_id = $1 and v.id = $2 and (exists (select 1 from ascompletionregistration c where c.tenant_id = $1 and c.dispatch_list_id = v.id and c.is_deleted = 0 and c.complete_status in ('confirmed', 'redone'))
    or (v.task_status = 'confirmed' and v.completion_id is null))`, [context.tenantId, dispatchListId]);
  if (checked.length) throw refuse.documentStays();
}

export default behaviour<typeof visitFile>(visitFile, { removing: assertUnchecked });
