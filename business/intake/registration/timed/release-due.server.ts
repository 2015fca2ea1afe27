import type { Context, WorkSteps } from '#kernel/server';
import { registration } from '../registration.paper.ts';

const AT_ONCE = 500;

const isDue = "tenant_id = $1 and is_deleted = 0 and register_status = 'waiting' and hold_until <= $2";

/** Lock an order and release it if it is still due: by now it may be released or postponed. */
async function release(context: Context, id: string): Promise<void> {
  await context.lockRows(registration, [id]);
  const due = await context.sql.query(`select 1 from asregistrationform where ${isDue} and id = $3`, [
    context.tenantId,
    context.now(),
    id,
  ]);
  if (due.length) await context.act(registration, id, 'release');
}

/** Release the orders whose hold has ended, so that they return to the pool. */
export async function releaseDue({ step }: WorkSteps): Promise<void> {
  const due = await step((context) =>
    context.sql.query<{ id: string }>(
      `select id::text as id from asregistrationform where ${isDue} order by hold_until limit ${AT_ONCE}`,
      [context.tenantId, context.now()],
    ),
  );
  for (const { id } of due) await step((context) => release(context, id));
}
