import { type Context, extension, type WorkSteps } from '#kernel/server';
import { mirrorToOrder } from '#business/intake/registration/mirror.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';

const AT_ONCE = 1000;

/** Confirmed, and nothing about its money is open: everything asked for came in or was let off, and finance agreed with every row. */
const isSettled = `r.tenant_id = $1 and r.is_deleted = 0 and r.register_status = 'confirmed'
  and not exists (select 1 from ${completionFacts} d where d.tenant_id = r.tenant_id and d.registration_form_id = r.id and d.is_deleted = 0 and d.complete_status <> 'redone'
    and coalesce(d.practical_amount, 0) < coalesce(d.receivable_amount, 0) and d.unpaid_reason is distinct from 'waived')
  and not exists (select 1 from ascollectdetaileds c where c.tenant_id = r.tenant_id and c.registration_form_id = r.id and c.is_deleted = 0 and c.approval_status <> 'approved')`;

/** Somebody may have opened it again since it was looked for. */
async function close(context: Context, id: string): Promise<void> {
  await context.lockRows(registration, [id]);
  const settled = await context.sql.query(`select 1 from ${registrationFacts} r where ${isSettled} and r.id = $2`, [
    context.tenantId,
    id,
  ]);
  if (!settled.length) return;
  const moved = await context.move(registration, id, 'closed', 'closeRoll', { closeTime: context.now() });
  if (moved) await mirrorToOrder(context, moved, 'closed');
}

/** What is confirmed and paid is put away, and its repair form with it. Visit calls join when they are built. */
export async function closeSettled({ step }: WorkSteps): Promise<void> {
  for (let more = true; more;) {
    const due = await step((context) =>
      context.sql.query<{ id: string }>(
        `select r.id::text as id from ${registrationFacts} r where ${isSettled} order by r.id limit ${AT_ONCE}`,
        [context.tenantId],
      ),
    );
    for (const { id } of due) await step((context) => close(context, id));
    more = due.length === AT_ONCE;
  }
}

/** Orders are put away once nothing about their money is open. */
export const closeRoll = extension<typeof registration>(registration, {
  timed: { closeRoll: { cron: '10 2 * * *', work: closeSettled } },
});
