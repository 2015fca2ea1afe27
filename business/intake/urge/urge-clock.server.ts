import type { Context, WorkSteps } from '#kernel/server';
import { accountsOf } from '#business/messaging/receivers.server.ts';
import { urge } from './urge.paper.ts';

const AT_ONCE = 500;

/** The ids of urges that a condition holds for; `$1` is the company, `$2` the moment. */
const found = ({ step }: WorkSteps, condition: string): Promise<{ id: string }[]> =>
  step((context) =>
    context.sql.query<{ id: string }>(
      `select u.id::text as id from asurgevisit u where u.tenant_id = $1 and u.is_deleted = 0 and ${condition} and $2::timestamptz is not null order by u.id limit ${AT_ONCE}`,
      [context.tenantId, context.now()],
    ),
  );

/** The leader of its team answers now; where the team has none, whoever it was assigned to. */
async function escalate(context: Context, id: string): Promise<void> {
  const { customerServiceTeam: team } = await context.get(urge, id);
  const [leader] = await accountsOf(context, { roles: ['as_leader'], team });
  await context.move(urge, id, 'escalated', 'slaTick', leader ? { assignTo: leader } : {});
}

/** What nobody answered in time is the team leader's to answer. An answer that came meanwhile stands: the move begins at `open` only. */
export async function escalateLate(steps: WorkSteps): Promise<void> {
  for (const { id } of await found(steps, "u.urge_status = 'open' and u.reply_deadline < $2"))
    await steps.step((context) => escalate(context, id));
}

/** The order it was about is over, or where there was none, the form. */
const isOver = `(exists (select 1 from asregistrationform r where r.tenant_id = u.tenant_id and r.id = u.registration_form_id and r.register_status in ('closed', 'cancelled'))
  or (u.registration_form_id is null and exists (select 1 from asrepairform f where f.tenant_id = u.tenant_id and f.id = u.repair_form_id and f.repair_status in ('closed', 'merged', 'rejected', 'cancelled'))))`;

/** What was answered and is about something that has ended, is closed. What was never answered stays: somebody still owes the customer a word. */
export async function closeEnded(steps: WorkSteps): Promise<void> {
  for (const { id } of await found(steps, `u.urge_status = 'handled' and ${isOver}`))
    await steps.step((context) => context.move(urge, id, 'closed', 'orderEnded'));
}
