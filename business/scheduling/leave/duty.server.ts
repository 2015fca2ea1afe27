import type { Context, WorkSteps } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { leaveForm } from './leave-form.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

const isAway = `exists (select 1 from ${leaveForm.table} l where l.tenant_id = t.tenant_id and l.technician_id = t.id and l.is_deleted = 0 and l.approve_status = 'approved' and l.start_time <= $2 and l.end_time > $2)`;
const isWrong = `((t.technician_status = 'leave') <> ${isAway}) and t.technician_status in ('on', 'busy', 'off', 'leave')`;

/** Correct the stored state of a technician if it disagrees with approved leave: `leave` during one, else `on`. */
async function correct(context: Context, id: string): Promise<void> {
  const rows = await context.sql.query<{ away: boolean }>(
    `select ${isAway} as away from ${technicianFacts} t where t.tenant_id = $1 and t.id = $3 and t.is_deleted = 0 and ${isWrong} for no key update of t`,
    [context.tenantId, context.now(), id],
  );
  if (rows.length)
    await context.change(
      technician,
      id,
      { technicianStatus: rows[0].away ? 'leave' : 'on' },
      rows[0].away ? ['请假开始', 'Leave begins'] : ['请假结束', 'Leave ends'],
    );
}

/** Correct a technician's state after a leave of theirs was approved, cancelled or ended. */
export const dutyFollows = (context: Context, technicianId: string): Promise<void> => correct(context, technicianId);

/** Correct the states of all technicians whose leave has begun or ended. */
export async function refreshDuty({ step }: WorkSteps): Promise<void> {
  const wrong = await step((context) =>
    context.sql.query<{ id: string }>(
      `select t.id::text as id from ${technicianFacts} t where t.tenant_id = $1 and t.is_deleted = 0 and ${isWrong} order by t.id limit 500`,
      [context.tenantId, context.now()],
    ),
  );
  for (const { id } of wrong) await step((context) => correct(context, id));
}
