import type { ExtrasOf } from '#kernel/language/calls/call.ts';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { notifyCustomer } from '#business/messaging/notify.service.ts';
import { hoursOfTechnician } from '#business/scheduling/calendar.server.ts';
import { addWorkingMinutes } from '#business/scheduling/working-time.rules.ts';
import { assertFree } from '../occupancy/conflicts.server.ts';
import { type Forcing, forcingIn } from '../occupancy/forcing.rules.ts';
import { addDays } from '#kernel/language/days.ts';
import { leadBy } from '../crew/crew.server.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { followVisit } from '../pool/follow.server.ts';
import { crewOf, occupy, occupyAnew } from '../occupancy/occupancy.server.ts';
import { assertWaits } from '../pool/pool.server.ts';
import { visit } from './visit.paper.ts';

type Visit = Row<typeof visit>;
type Extra = ExtrasOf<typeof visit> | null;

/**
 * Return until when a visit dispatched now must be accepted. Only working minutes of the technician count, not nights
 * and days off.
 */
async function acceptDue(context: Context, technicianId: string): Promise<string> {
  const minutes = Number(await context.parameter('as.dispatch.acceptMinutes')) || 30;
  return addWorkingMinutes(
    context.now(),
    minutes,
    await hoursOfTechnician(
      context,
      await context.get(technician, technicianId),
      context.today(),
      addDays(context.today(), 60),
    ),
  );
}

/** The result of a check: whether soft conflicts were forced and why, and why the time is outside the wish. */
interface Planned {
  readonly forced: boolean;
  readonly forceReason: string | null;
  readonly wishReason: string | null;
  readonly crew: string[];
}

/**
 * Check that the crew of a form is free in the time window, without the visit `except`. Return the crew, and whether
 * soft conflicts were forced.
 */
async function assertMayPlan(
  context: Context,
  of: { dispId: string; technicianId: string; planStart: string; planEnd: string },
  except: string | null,
  forcing: Forcing,
  isNewTime = true,
): Promise<Planned> {
  const form = await context.get(dispatchForm, of.dispId);
  const order = await context.get(registration, form.registrationFormId);
  const crew = [
    of.technicianId,
    ...(await crewOf(context, of.dispId)).filter((one) => one.crewRole !== 'lead').map((one) => one.technicianId),
  ];
  const { forced, outsideWish } = await assertFree(
    context,
    // A transfer at the same time does not check the wish again.
    isNewTime ? order : { ...order, wishFirm: false },
    [...new Set(crew)],
    { from: of.planStart, to: of.planEnd, except, isPlanned: true },
    forcing,
  );
  return {
    forced,
    forceReason: forced ? forcing.reason : null,
    wishReason: outsideWish ? forcing.reason : null,
    crew,
  };
}

/** Return the values of a new visit, for a form that waits for one. Refuse conflicts. */
export async function planVisit(context: Context, values: Partial<Visit>, extra: Extra): Promise<Partial<Visit>> {
  const { dispId, technicianId, planStart, planEnd } = values as Visit;
  const form = await assertWaits(context, dispId);
  const [last] = await context.sql.query<{ seq: number; state: string; from: string; to: string }>(
    `select visit_seq as seq, task_status as state, left(plan_start::text, 19) as "from", left(plan_end::text, 19) as "to"
      from dispatchlist where tenant_id = $1 and disp_id = $2 and is_deleted = 0 order by visit_seq desc limit 1`,
    [context.tenantId, dispId],
  );
  const isSameTime = last?.state === 'transferred' && last.from === planStart && last.to === planEnd;
  const { forced, forceReason, wishReason } = await assertMayPlan(
    context,
    { dispId, technicianId, planStart, planEnd },
    null,
    forcingIn(extra),
    !isSameTime,
  );
  const person = await context.get(technician, technicianId);
  return {
    createDept: form.createDept,
    registrationFormId: form.registrationFormId,
    deptId: person.deptId,
    visitSeq: Number(last?.seq ?? 0) + 1,
    isCurrent: false,
    forced,
    forceReason,
    wishReason,
  };
}

/**
 * Check a planned visit again when it is dispatched, because its crew may have got other work. Return the values to
 * store: whether conflicts are forced, and why.
 */
export async function planUnchanged(context: Context, of: Visit, extra: Extra): Promise<Partial<Visit>> {
  const forcing = forcingIn(extra);
  const { forced, forceReason, wishReason } = await assertMayPlan(context, of, of.id, {
    force: forcing.force || of.forced === true,
    reason: forcing.reason ?? of.forceReason,
  });
  return { forced, forceReason: forceReason ?? of.forceReason, wishReason: wishReason ?? of.wishReason };
}

/** Dispatch a visit: book the crew's time, set the time to accept it, update the form, and emit its event. */
export async function send(context: Context, of: Visit): Promise<void> {
  const crew = await leadBy(context, of.dispId, of.technicianId);
  await occupyAnew(
    context,
    of,
    crew.map((one) => one.technicianId),
    of.forced === true,
  );
  await context.change(visit, of.id, {
    sentTime: context.now(),
    acceptDue: await acceptDue(context, of.technicianId),
    isCurrent: true,
  });
  const form = await context.get(dispatchForm, of.dispId);
  await followVisit(context, of.dispId, 'visit', {
    planStart: of.planStart,
    planEnd: of.planEnd,
    dispatchTime: form.dispatchTime ?? context.now(),
  });
  await context.emit('visit.sent', { id: of.id });
}

/**
 * Check and book the new time window of a dispatched visit, and move its form. Return the values to store: whether
 * conflicts are forced, and why.
 */
export async function visitMoved(
  context: Context,
  before: Visit,
  to: { planStart: string; planEnd: string },
  extra: Extra,
): Promise<Partial<Visit>> {
  const { forced, forceReason, wishReason, crew } = await assertMayPlan(
    context,
    { ...before, ...to },
    before.id,
    forcingIn(extra),
  );
  await occupy(context, { ...before, ...to }, [...new Set(crew)], forced);
  await context.change(dispatchForm, before.dispId, to);
  return { forced, forceReason: forceReason ?? before.forceReason, wishReason };
}

/** Return whether the planned time of an appointed visit is outside its appointment. */
export const leavesAppointment = (one: Visit): boolean =>
  one.taskStatus === 'appointed' &&
  Boolean(one.appointFrom && (one.planStart < one.appointFrom || one.planEnd > must(one.appointTo, 'appointTo')));

/**
 * Set an appointed visit back to `accepted` and withdraw the promise, because it was moved outside its appointment.
 * Notify the customer.
 */
export async function clearAppointment(context: Context, one: Visit): Promise<void> {
  await context.move(visit, one.id, 'accepted', 'moved', { appointFrom: null, appointTo: null, appointTime: null });
  const order = await context.change(registration, must(one.registrationFormId, 'registrationFormId'), {
    promiseFrom: null,
    promiseTo: null,
  });
  await context.call(notifyCustomer, {
    scene: 'delay',
    customerId: order.customerId,
    phone: order.phone,
    bizType: 'task',
    bizId: one.id,
    variables: { name: order.customerName, from: one.planStart.slice(5, 16), no: order.registrationNo },
    again: context.now(),
  });
}
