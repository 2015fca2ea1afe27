import type { Context, WorkSteps } from '#kernel/server';
import { accountsOf } from '#business/messaging/receivers.server.ts';
import { urge } from './urge.paper.ts';

const AT_ONCE = 500;

/** Return the ids of urges that meet an SQL condition, in which `$1` is the tenant and `$2` the present time. */
const found = ({ step }: WorkSteps, condition: string): Promise<{ id: string }[]> =>
  step((context) =>
    context.sql.query<{ id: string }>(
      `select u.id::text as id from asurgevisit u where u.tenant_id = $1 and u.is_deleted = 0 and ${condition} and $2::timestamptz is not null order by u.id limit ${AT_ONCE}`,
      [context.tenantId, context.now()],
    ),
  );

/** Escalate an urge to the leader of its team. If the team has no leader, the assignee stays. */
async function escalate(context: Context, id: string): Promise<void> {
  const { customerServiceTeam: team } = await context.get(urge, id);
  const [leader] = await accountsOf(context, { roles: ['as_leader'], team });
  await context.move(urge, id, 'escalated', 'slaTick', leader ? { assignTo: leader } : {});
}

/**
 * Escalate urges that are not answered in time. One that is answered meanwhile is not moved, since only `open` ones can
 * be.
 */
export async function escalateLate(steps: WorkSteps): Promise<void> {
  for (const { id } of await found(steps, "u.urge_status = 'open' and u.reply_deadline < $2"))
    await steps.step((context) => escalate(context, id));
}

/** SQL condition that the urge's order has ended, or its repair form if it has no order. */
const isOver = `(exists (select 1 from asregistrationform r where r.tenant_id = u.tenant_id and r.id = u.registration_form_id and r.register_status in ('closed', 'cancelled'))
  or (u.registration_form_id is null and exists (select 1 from asrepairform f where f.tenant_id = u.tenant_id and f.id = u.repair_form_id and f.repair_status in ('closed', 'merged', 'rejected', 'cancelled'))))`;

/** Close answered urges of ended orders and forms. Unanswered ones stay open: the customer still waits for an answer. */
export async function closeEnded(steps: WorkSteps): Promise<void> {
  for (const { id } of await found(steps, `u.urge_status = 'handled' and ${isOver}`))
    await steps.step((context) => context.move(urge, id, 'closed', 'orderEnded'));
}
