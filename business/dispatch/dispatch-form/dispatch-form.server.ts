import { anyText, list, nullable, of } from '#kernel/language/calls/shape.ts';
import type { ExtrasOf, SentExtras } from '#kernel/language/calls/call.ts';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, type Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { actionLog } from '#business/masterdata/records/action-log.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { refuse } from '../refusals.ts';
import { crewMember } from '../crew/crew-member.paper.ts';
import { leadBy } from '../crew/crew.server.ts';
import { plannedMinutes } from '../candidates/planned-minutes.rules.ts';
import { diagnosedParts } from '../candidates/diagnosed-parts.server.ts';
import { moveOrder } from '../pool/follow.server.ts';
import { crewOf, leadFirst } from '../occupancy/occupancy.server.ts';
import { cancelVisits, lockPoolRow, liveForm, openVisits, recall } from '../pool/pool.server.ts';
import { visit } from '../visit/visit.paper.ts';
import { dispatchCalls } from './dispatch-calls.server.ts';
import { dispatchForm } from './dispatch-form.paper.ts';

type Form = Row<typeof dispatchForm>;
type Extra = ExtrasOf<typeof dispatchForm> | null;

/**
 * Lock a registration and return it. Refuse one that does not wait for dispatch, is on hold, or has a live dispatch
 * form.
 */
async function orderInPool(context: Context, id: string): Promise<Row<typeof registration>> {
  await lockPoolRow(context, id);
  const order = await context.get(registration, id);
  if (!['registered', 'waiting'].includes(order.registerStatus))
    throw refuse.orderNotInPool({ no: order.registrationNo });
  if (order.holdReason) throw refuse.orderOnHold({ no: order.registrationNo });
  const live = await liveForm(context, order.id);
  if (live) throw refuse.dispatchedAlready({ no: live.dispNo });
  return order;
}

/** Return the values of a new dispatch form, taken from its registration. */
async function taken(context: Context, values: Partial<Form>, extra: Extra): Promise<Partial<Form>> {
  const order = await orderInPool(context, must(values.registrationFormId, 'registrationFormId'));
  const lead = extra?.technicianId;
  const deptId =
    values.deptId ??
    (lead ? (await context.get(technician, lead)).deptId : null) ??
    context.person.departments[0] ??
    order.createDept;
  return {
    // The form belongs to the department that took the call, so that customer service can follow it.
    createDept: order.createDept,
    registrationNo: order.registrationNo,
    receiptsType: order.receiptsType,
    repairType: order.repairType,
    customerId: order.customerId,
    customerName: order.customerName,
    phone: order.phone,
    address: order.address,
    premisesId: order.premisesId,
    urgency: order.urgency,
    weibao: order.weibao,
    deptId,
    ...(!values.materialHint && { materialHint: await diagnosedParts(context, order) }),
    planMinutes: plannedMinutes(order, { planMinutes: values.planMinutes ?? null }),
    dispatchMode: extra?.suggested === true ? 'suggest' : 'manual',
    transferCount: 0,
    printCount: 0,
    holdReason: null,
  };
}

/** Return the inputs by which the new visit may override soft conflicts. */
const forcingOf = ({ force, forceReason, reason }: ExtrasOf<typeof dispatchForm>): SentExtras<typeof visit> =>
  force === null ? {} : { force, forceReason: forceReason ?? reason };

const leadOf = async (context: Context, dispId: string): Promise<string | null> =>
  (await crewOf(context, dispId)).find((one) => one.crewRole === 'lead')?.technicianId ?? null;

/**
 * Dispatch the form if technician and time window are known, unless it is saved as a draft. If the dispatch was
 * requested explicitly, refuse missing values. Return the id of the new visit, if any.
 */
async function dispatchIfReady(
  context: Context,
  form: Form,
  extra: ExtrasOf<typeof dispatchForm>,
): Promise<Record<string, unknown> | void> {
  const lead = extra.technicianId ?? (await leadOf(context, form.id));
  if (lead) await leadBy(context, form.id, lead);
  if (!lead || !form.planStart || !form.planEnd) {
    if (extra.dispatch) throw refuse.dispatchIncomplete();
    return;
  }
  if (extra.dispatch === false || extra.draft) return;
  const made = await context.submit(visit, {
    dispId: form.id,
    technicianId: lead,
    planStart: form.planStart,
    planEnd: form.planEnd,
    ...forcingOf(extra),
  });
  return { visitId: made.id };
}

async function detail(reading: Reading, form: Form): Promise<Record<string, unknown>> {
  const [order] = await reading.visible(registration, { match: { id: form.registrationFormId } }).rows({ first: 1 });
  return {
    registration: order ?? null,
    visits: await reading.visible(visit, { match: { dispId: form.id } }).rows({ order: 't.visit_seq desc', limit: 50 }),
    crew: leadFirst(await reading.find(crewMember, { dispId: form.id }, { limit: 1000 })),
    log: await reading.find(actionLog, { bizId: form.id, bizType: 'dispatch' }, { first: 50 }),
  };
}

export default behaviour<typeof dispatchForm>(dispatchForm, {
  saving: async (context, { before, values, extra }) => (before ? undefined : taken(context, values, extra)),
  async saved(context, { before, row, extra }) {
    if (!before) await context.change(registration, row.registrationFormId, { dispId: row.id });
    if (row.dispatchStatus === 'onHold' && extra?.dispatch) throw refuse.formOnHold({ no: row.dispNo });
    if (!extra || row.dispatchStatus !== 'draft') return;
    return dispatchIfReady(context, await context.get(dispatchForm, row.id), extra);
  },
  releases: ['registration.dispId'],
  leaving: (context, rows) =>
    context.changeAll(registration, new Map(rows.map((row) => [row.registrationFormId, { dispId: null }]))),
  async restoring(context, row) {
    const order = await orderInPool(context, row.registrationFormId);
    await context.change(registration, order.id, { dispId: row.id });
  },
  actions: {
    async hold(context, form, { holdReason, holdUntil }) {
      if (holdUntil && holdUntil <= context.now()) throw refuse.holdUntilPast();
      for (const one of await openVisits(context, form.id)) await recall(context, one, 'backToPool');
      await moveOrder(context, form.registrationFormId, 'waiting', 'hold', { holdReason, holdUntil });
      return { holdReason, currentVisitId: null, currentTechnicianId: null };
    },
    async release() {
      return { holdReason: null };
    },
    async backToPool() {
      return { currentVisitId: null, currentTechnicianId: null };
    },
    async cancel(context, form, { cancelReason }) {
      await cancelVisits(context, form.id);
      return { cancelReason, currentVisitId: null, currentTechnicianId: null };
    },
  },
  async moved(context, { by, row }) {
    // Carry an action of a person over to visits and registration. Changes that come from visits arrive by
    // `followVisit` instead.
    if (by === 'backToPool')
      for (const one of await openVisits(context, row.id)) await recall(context, one, 'backToPool');
    if (by === 'cancel')
      await moveOrder(context, row.registrationFormId, 'cancelled', 'formCancelled', {
        cancelReason: row.cancelReason,
        holdReason: null,
        holdUntil: null,
      });
    if (by === 'release')
      await moveOrder(context, row.registrationFormId, await waitsAgain(context, row), 'formReleased', {
        holdReason: null,
        holdUntil: null,
      });
  },
  detail,
  detailParts: {
    registration: nullable(of(registration)),
    visits: list(of(visit)),
    crew: list(of(crewMember)),
    log: list(of(actionLog)),
  },
  savedParts: { visitId: anyText },
  calls: dispatchCalls,
});

/** Return the state that an order gets when its hold ends: `waiting` if a visit has a result, else `registered`. */
async function waitsAgain(context: Context, form: Form): Promise<'waiting' | 'registered'> {
  const visits = await context.find(visit, { dispId: form.id }, { limit: 1000 });
  return visits.some((one) => one.visitResult) ? 'waiting' : 'registered';
}
