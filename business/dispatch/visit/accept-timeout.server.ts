import type { Context, WorkSteps } from '#kernel/server';
import { recall } from '../pool/pool.server.ts';
import { visit } from './visit.paper.ts';

const AT_ONCE = 500;
const isDue =
  "tenant_id = $1 and is_deleted = 0 and task_status = 'pendingAccept' and sent_time is not null and accept_due < $2";

/**
 * Recall a visit that was not accepted in time. It is locked and checked again, because it may have been accepted
 * meanwhile.
 */
async function recallDue(context: Context, id: string): Promise<void> {
  await context.lockRows(visit, [id]);
  const due = await context.sql.query(`select 1 from dispatchlist where ${isDue} and id = $3`, [
    context.tenantId,
    context.now(),
    id,
  ]);
  if (due.length) await recall(context, await context.get(visit, id), 'timeout');
}

/** Recall all visits that were not accepted in time, each in its own transaction. */
export async function acceptTimeouts({ step }: WorkSteps): Promise<void> {
  const due = await step((context) =>
    context.sql.query<{ id: string }>(
      `select id::text as id from dispatchlist where ${isDue} order by accept_due limit ${AT_ONCE}`,
      [context.tenantId, context.now()],
    ),
  );
  for (const { id } of due) await step((context) => recallDue(context, id));
}
