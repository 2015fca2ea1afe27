import { type Context, extension, type WorkSteps } from '#kernel/server';
import { mirrorToOrder } from '#business/intake/registration/mirror.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { closeHolds } from './close-holds.server.ts';

const AT_ONCE = 1000;

/**
 * SQL condition that a confirmed order `r` has no open money: all is received or waived, and finance approved every
 * collection.
 */
const isSettled = `r.tenant_id = $1 and r.is_deleted = 0 and r.register_status = 'confirmed'
  and not exists (select 1 from ${completionFacts} d where d.tenant_id = r.tenant_id and d.registration_form_id = r.id and d.is_deleted = 0 and d.complete_status <> 'redone'
    and coalesce(d.practical_amount, 0) < coalesce(d.receivable_amount, 0) and d.unpaid_reason is distinct from 'waived')
  and not exists (select 1 from ascollectdetaileds c where c.tenant_id = r.tenant_id and c.registration_form_id = r.id and c.is_deleted = 0 and c.approval_status <> 'approved')`;

/** Return the orders among `ids` that cannot be closed yet, because a matter in some room is still open. */
async function heldOf(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  for (const { sql } of context.contributions(closeHolds)) {
    const found = await context.sql.query<{ id: string }>(
      `select registration_form_id::text as id from (${sql}) hold where registration_form_id = any($2::bigint[])`,
      [context.tenantId, ids],
    );
    for (const { id } of found) held.add(id);
  }
  return held;
}

/** Close an order under its lock, unless it was reopened or is held open by now. */
async function close(context: Context, id: string): Promise<void> {
  await context.lockRows(registration, [id]);
  const settled = await context.sql.query(`select 1 from ${registrationFacts} r where ${isSettled} and r.id = $2`, [
    context.tenantId,
    id,
  ]);
  if (!settled.length || (await heldOf(context, [id])).has(id)) return;
  const moved = await context.move(registration, id, 'closed', 'closeRoll', { closeTime: context.now() });
  if (moved) await mirrorToOrder(context, moved, 'closed');
}

/** Close confirmed and paid orders with their repair forms, unless a room holds them (`closeHolds`). */
export async function closeSettled({ step }: WorkSteps): Promise<void> {
  for (let last: string | undefined = '0'; last !== undefined;) {
    const after: string = last;
    const found = await step((context) =>
      context.sql.query<{ id: string }>(
        `select r.id::text as id from ${registrationFacts} r where ${isSettled} and r.id > $2 order by r.id limit ${AT_ONCE}`,
        [context.tenantId, after],
      ),
    );
    const ids = found.map(({ id }) => id);
    const held = await step((context) => heldOf(context, ids));
    for (const id of ids) if (!held.has(id)) await step((context) => close(context, id));
    last = ids.length === AT_ONCE ? ids.at(-1) : undefined;
  }
}

/** The nightly job that closes orders without open money. */
export const closeRoll = extension<typeof registration>(registration, {
  timed: { closeRoll: { cron: '10 2 * * *', work: closeSettled } },
});
