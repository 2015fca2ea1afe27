import type { Row } from '#kernel/language/paper.ts';
import type { Context, TimedSteps } from '#kernel/server';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { storeNext } from './generate.server.ts';
import { planOccurrence } from './plan-occurrence.paper.ts';

type Occurrence = Row<typeof planOccurrence>;

const MAX_OPEN = 1000;
/** Contracts of one transaction. */
const AT_ONCE = 50;
/** States in which a contract serves no further visit, although its term may go on. */
const ENDED = ['finished', 'terminated'];

/** Return the visits of a contract that are in one of the states. */
export const openOf = (
  context: Context,
  schemeId: string,
  states: readonly NonNullable<Occurrence['planStatus']>[],
): Promise<Occurrence[]> => context.find(planOccurrence, { schemeId, planStatus: [...states] }, { limit: MAX_OPEN });

/** Tell customer service that the work order of a visit stays open, although its contract has ended. */
async function tellOfOrder(context: Context, row: Occurrence, schemeNo: string): Promise<void> {
  if (!row.registrationFormId) return;
  const order = await context.get(registration, row.registrationFormId);
  await context.call(notifyStaff, {
    event: 'planTodo',
    to: { roles: ['as_cs_lead'] },
    title: [`方案已结束:${schemeNo}`, `Contract has ended: ${schemeNo}`],
    content: [
      `登记单 ${order.registrationNo} 还没派工，请决定取消或改按收费服务`,
      `Work order ${order.registrationNo} is not dispatched: cancel it, or serve it for a charge`,
    ],
    bizType: 'registration',
    bizId: order.id,
    bizNo: order.registrationNo,
    todo: true,
    again: row.id,
  });
}

/** Cancel the open visits of a contract that has ended. */
export async function endVisits(
  context: Context,
  { id, schemeNo }: Pick<Row<typeof scheme>, 'id' | 'schemeNo'>,
): Promise<void> {
  for (const one of await openOf(context, id, ['planned', 'pushed', 'booked'])) {
    await context.move(planOccurrence, one.id, 'cancelled', 'schemeEnded');
    await tellOfOrder(context, one, schemeNo);
  }
  await storeNext(context, [id]);
}

/** End the visits of the next contracts that ended with their last visit. Return whether more may follow. */
async function endSome(context: Context): Promise<boolean> {
  const due = await context.sql.query<{ id: string }>(
    `select s.id::text as id from ${schemeFacts} s where s.tenant_id = $1 and s.is_deleted = 0 and s.scheme_status in ('finished', 'terminated')
       and exists (select from asmaintain t where t.tenant_id = $1 and t.scheme_id = s.id and t.is_deleted = 0 and t.plan_status in ('planned', 'pushed', 'booked'))
     order by s.id limit $2`,
    [context.tenantId, AT_ONCE],
  );
  const rows = due.length
    ? await context.lockRows(
        scheme,
        due.map(({ id }) => id),
      )
    : [];
  // A contract may be reopened before its lock is held.
  for (const row of rows.filter((one) => ENDED.includes(String(one.schemeStatus)))) await endVisits(context, row);
  return due.length === AT_ONCE;
}

/** SQL of the visits that a contract lost when it ended, and could still have: their window is not over. */
const LOST = `t.tenant_id = $1 and t.is_deleted = 0 and t.plan_status = 'cancelled' and t.registration_form_id is null and t.window_to >= $2::date`;

/** Plan the lost visits of the next contracts that were reopened. Return whether more may follow. */
async function restoreSome(context: Context): Promise<boolean> {
  const today = context.today();
  const due = await context.sql.query<{ id: string }>(
    `select s.id::text as id from ${schemeFacts} s where s.tenant_id = $1 and s.is_deleted = 0 and s.scheme_status = 'active'
       and exists (select from asmaintain t where ${LOST} and t.scheme_id = s.id) order by s.id limit $3`,
    [context.tenantId, today, AT_ONCE],
  );
  if (due.length === 0) return false;
  const rows = await context.lockRows(
    scheme,
    due.map(({ id }) => id),
  );
  // A contract may have ended again before its lock is held.
  const ids = rows.filter((one) => one.schemeStatus === 'active').map((one) => one.id);
  const lost = await context.sql.query<{ id: string }>(
    `select t.id::text as id from asmaintain t where ${LOST} and t.scheme_id = any($3::bigint[]) order by t.id`,
    [context.tenantId, today, ids],
  );
  await context.moveAll(
    planOccurrence,
    lost.map(({ id }) => id),
    'planned',
    'reopened',
  );
  await storeNext(context, ids);
  return due.length === AT_ONCE;
}

/**
 * Nightly: cancel the visits that the last visit of a contract left open, and plan those of a reopened contract again,
 * under the same keys. A missed night is made up by the next.
 */
export async function endFinished({ step }: TimedSteps): Promise<void> {
  while (await step(endSome));
  while (await step(restoreSome));
}
