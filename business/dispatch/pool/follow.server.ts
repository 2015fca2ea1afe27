import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { mirrorToOrder } from '#business/intake/registration/mirror.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { visitsRedone } from '../visit/visit-work.service.ts';
import {
  type DispatchFormState,
  OPEN_VISIT_STATES,
  type OrderState,
  type Standing,
  formStateOf,
  holdAfter,
  orderStateOf,
} from '../visit/visit-states.rules.ts';

type Form = Row<typeof dispatchForm>;
type Order = Row<typeof registration>;

/** A visit with the facts from which the state of its dispatch form is derived. */
interface StandingRow extends Standing {
  id: string;
  technicianId: string;
  acceptTime: string | null;
  arriveTime: string | null;
  finishTime: string | null;
}

/** Return the visits of a dispatch form, newest first. */
async function visitsOf(context: Context, dispId: string): Promise<StandingRow[]> {
  const redone = await context.ask(visitsRedone, { dispId });
  const visits = await context.sql.query<Omit<StandingRow, 'redone'>>(
    `select v.id::text as id, v.task_status as "taskStatus", v.visit_result as "visitResult", v.sent_time::text as "sentTime",
      v.technician_id::text as "technicianId", left(v.accept_time::text, 19) as "acceptTime", left(v.arrive_time::text, 19) as "arriveTime", left(v.finish_time::text, 19) as "finishTime"
    from dispatchlist v where v.tenant_id = $1 and v.disp_id = $2 and v.is_deleted = 0 order by v.visit_seq desc, v.id desc`,
    [context.tenantId, dispId],
  );
  return visits.map((one) => ({ ...one, redone: redone.includes(one.id) }));
}

/** Move a registration to the state of its dispatch form, and then its repair request accordingly. */
export async function moveOrder(
  context: Context,
  id: string,
  state: OrderState,
  why: string,
  values: Partial<Order> = {},
): Promise<void> {
  const order = await context.get(registration, id);
  if (order.registerStatus === state) {
    if (Object.keys(values).length) await context.change(registration, id, values);
    return;
  }
  const moved = await context.move(registration, id, state, why, values);
  if (moved) await mirrorToOrder(context, order, state);
}

/**
 * Return the current visit of a form: the open dispatched one, or for a completed form the newest with a valid result.
 */
const currentOf = (visits: readonly StandingRow[], state: DispatchFormState): StandingRow | undefined => {
  if (state === 'completed') return visits.find((one) => one.visitResult !== null && !one.redone);
  return state === 'dispatched' || state === 'inProgress'
    ? visits.find((one) => OPEN_VISIT_STATES.includes(one.taskStatus) && one.sentTime !== null)
    : undefined;
};

const firstOf = (moments: readonly (string | null)[]): string | null =>
  moments.filter((one): one is string => one !== null).toSorted()[0] ?? null;

/** Return why a form is on hold: the reason of a person, else what the last result waits for. */
const waitsFor = (visits: readonly StandingRow[], form: Form): Form['holdReason'] =>
  form.holdReason ??
  visits.map((one) => one.visitResult && holdAfter(one.visitResult)).find((one) => one !== null) ??
  null;

/** Return the fields of a form that describe its current visit; all null if there is none. */
const aboutCurrent = (current: StandingRow | undefined): Partial<Form> =>
  current
    ? { currentVisitId: current.id, currentTechnicianId: current.technicianId, acceptTime: current.acceptTime }
    : { currentVisitId: null, currentTechnicianId: null, acceptTime: null };

function valuesOf(visits: readonly StandingRow[], state: DispatchFormState, form: Form): Partial<Form> {
  const current = currentOf(visits, state);
  return {
    ...aboutCurrent(current),
    arriveTime: firstOf(visits.map((one) => one.arriveTime)),
    finishTime: state === 'completed' ? (current?.finishTime ?? null) : null,
    holdReason: state === 'onHold' ? waitsFor(visits, form) : null,
  };
}

const differing = (form: Form, values: Partial<Form>): Partial<Form> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => (value ?? null) !== (form[name as keyof Form] ?? null)),
  );

/** Return the fields of a registration that are derived from its visits. */
const orderValues = (
  visits: readonly StandingRow[],
  state: DispatchFormState,
  values: Partial<Form>,
): Partial<Order> => ({
  visitCount: visits.filter((one) => one.arriveTime !== null || one.visitResult !== null).length,
  noAccessCount: visits.filter((one) => one.visitResult === 'noAccess').length,
  finishTime: values.finishTime ?? null,
  holdReason: state === 'onHold' ? (values.holdReason ?? null) : null,
  ...(state !== 'onHold' && { holdUntil: null }),
});

/**
 * After a change of a visit, update its dispatch form, the registration and the repair request. Their states are
 * derived from the visits. `more` are further values of the form.
 */
export async function followVisit(
  context: Context,
  dispId: string,
  why: 'visit' | 'redo' = 'visit',
  more: Partial<Form> = {},
): Promise<void> {
  const form = await context.get(dispatchForm, dispId);
  if (form.dispatchStatus === 'cancelled' || (form.dispatchStatus === 'confirmed' && why === 'visit')) {
    if (Object.keys(more).length) await context.change(dispatchForm, dispId, more);
    return;
  }
  const visits = await visitsOf(context, dispId);
  const state = formStateOf(visits, form.dispatchStatus === 'onHold' && form.holdReason !== null);
  const values = { ...valuesOf(visits, state, form), ...more };
  if (form.dispatchStatus !== state) await context.move(dispatchForm, dispId, state, why, values);
  else {
    const changed = differing(form, values);
    if (Object.keys(changed).length) await context.change(dispatchForm, dispId, changed);
  }
  const order = orderStateOf(
    state,
    visits.some((one) => one.visitResult !== null && !one.redone),
  );
  await moveOrder(context, form.registrationFormId, order, why, orderValues(visits, state, values));
}
