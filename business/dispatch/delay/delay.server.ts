import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { openVisits } from '../pool/pool.server.ts';
import { visit } from '../visit/visit.paper.ts';
import { notifyCustomer } from '#business/messaging/notify.service.ts';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { refuse } from '../refusals.ts';
import { addMinutes, dayOf, daysBetween, minutesBetween } from '#kernel/language/days.ts';
import { must } from '#kernel/language/must.ts';
import { putOffClocks } from '#business/scheduling/sla/clocks.server.ts';
import { pausesFor } from '#business/scheduling/sla/sla.rules.ts';
import { delay } from './delay.paper.ts';

type Delay = Row<typeof delay>;
type Visit = Row<typeof visit>;

const MOVABLE = ['pendingAccept', 'accepted', 'appointed'];

/**
 * Return the open visit to delay: the named visit, or else the open visit of the dispatch form. Refuse a visit whose
 * technician has departed.
 */
async function visitOf(context: Context, of: Pick<Delay, 'dispId' | 'dispatchListId'>): Promise<Visit> {
  const open = (await openVisits(context, of.dispId)).filter(
    (one) => one.sentTime && (!of.dispatchListId || one.id === of.dispatchListId),
  );
  const found = open.find((one) => MOVABLE.includes(one.taskStatus));
  if (!found) throw refuse.nothingToDelay();
  return found;
}

async function saving(
  context: Context,
  { before, values }: { before: Delay | null; values: Partial<Delay> },
): Promise<Partial<Delay>> {
  const all = { ...before, ...values } as Delay;
  const of = await visitOf(context, all);
  if (all.newTime <= context.now() || all.newTime === of.planStart)
    throw refuse.delayTime({
      fields: [{ field: 'newTime', words: ['须是将来的另一时间', 'It must be another time to come'] }],
    });
  const form = await context.get(dispatchForm, all.dispId);
  const pausing = pausesFor(await context.parameter('as.sla.pauseReasons'), 'delay');
  return {
    dispatchListId: of.id,
    customerName: form.customerName,
    technicianId: of.technicianId,
    oldTime: of.planStart,
    pauseSla: pausing.includes(all.delayReason),
  };
}

/**
 * Refuse a decision about a long delay, or about the second delay of an order, by a person without the leader's right.
 */
async function assertMayJudge(context: Context, of: Delay): Promise<void> {
  if (context.may('asdelayworkregistration_approveLong')) return;
  const [most, days] = [
    Number(await context.parameter('as.delay.dispatcherDays')) || 3,
    daysBetween(dayOf(must(of.oldTime, 'oldTime')), dayOf(of.newTime)),
  ];
  if (days > most) throw refuse.delayNeedsLeader({ days, most });
  const [earlier] = await context.sql.query(
    `select 1 from ${delay.table} o join ${dispatchForm.table} d on d.id = o.disp_id where o.tenant_id = $1 and o.is_deleted = 0 and o.id <> $2 and o.approve_status = 'approved'
    and d.registration_form_id = (select registration_form_id from ${dispatchForm.table} where id = $3 and tenant_id = $1) limit 1`,
    [context.tenantId, of.id, of.dispId],
  );
  if (earlier) throw refuse.secondDelay();
}

/**
 * Move the visit to the new time with the same length, and notify the customer. If the reason pauses the SLA, extend
 * its clocks by the delay. Return the values of the approval to store.
 */
async function approve(
  context: Context,
  of: Delay,
  { note, force, forceReason }: { note: string | null; force: boolean | null; forceReason: string | null },
): Promise<Partial<Delay>> {
  await assertMayJudge(context, of);
  const before = await visitOf(context, of);
  const planEnd = addMinutes(of.newTime, minutesBetween(before.planStart, before.planEnd));
  await context.resubmit(visit, before.id, {
    planStart: of.newTime,
    planEnd,
    force: force === true,
    forceReason: forceReason ?? `${of.delayNo} ${of.reasonDetail}`,
  });
  const after = await context.get(visit, before.id);
  const order = await orderOf(context, before);
  if (of.pauseSla) await putOffClocks(context, order.id, must(of.oldTime, 'oldTime'), of.newTime);
  // Clearing the appointment has already notified the customer.
  const isNotified = before.taskStatus === 'appointed' && after.taskStatus === 'accepted';
  if (!isNotified)
    await context.call(notifyCustomer, {
      scene: 'delay',
      customerId: order.customerId,
      phone: order.phone,
      bizType: 'delay',
      bizId: of.id,
      variables: { name: order.customerName, from: of.newTime.slice(5, 16), no: order.registrationNo },
    });
  return { approveUser: context.person.id, approveTime: context.now(), approveNote: note, oldTime: before.planStart };
}

export default behaviour<typeof delay>(delay, {
  saving,
  repeated: (_context, other) => refuse.delayPending({ no: other.delayNo }),
  async saved(context, { before, row }) {
    if (!before && row.approveStatus === 'pending') await context.emit('delay.submit', { id: row.id });
  },
  actions: {
    approve,
    async reject(context, of, { note }) {
      return { approveUser: context.person.id, approveTime: context.now(), approveNote: note };
    },
  },
});
