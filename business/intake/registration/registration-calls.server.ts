import type { CallAnswer, CallInputOf, SentRow } from '#kernel/language/calls/call.ts';
import { type Context, type OwnCall, type Reading, implement } from '#kernel/server';
import { isId } from '#kernel/fields/ref/ref.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { refuse } from '../refusals.ts';
import { dispatchOrder } from './dispatching.service.ts';
import { registrationEquipment } from './registration-equipment.paper.ts';
import { addRegistration, customerDevices, nextRegistrations, registeredEquipment } from './registration.calls.ts';
import { registration } from './registration.paper.ts';

/** Return those of some values that are ids. */
const idsIn = (...values: readonly unknown[]): string[] => values.map(String).filter(isId);

/**
 * Lock the home and the technicians of an order that is dispatched at once. Its contracts are locked with the order, and
 * come after technicians in the order of locks.
 */
async function lockForDispatch(
  context: Context,
  sent: SentRow<typeof registration>,
  dispatch: { readonly technicianId?: unknown; readonly crew?: unknown },
): Promise<void> {
  await context.lockRows(customer, idsIn(sent.customerId));
  await context.lockRows(serviceFile, idsIn(sent.registerMainId));
  const crew = Array.isArray(dispatch.crew) ? dispatch.crew : [];
  const members = crew.map((one) => (one as { technicianId?: unknown } | null)?.technicianId);
  await context.lockRows(technician, idsIn(dispatch.technicianId, ...members));
}

const OPEN = ['registered', 'dispatched', 'inService', 'waiting'];
/**
 * Create an order with its machines and the contracts that it uses, and with `dispatch` also its dispatch form and
 * visit, all or nothing.
 */
async function addRegistrationForm(
  { header, form: whole, equipment: machines, dispatch, schemes }: CallInputOf<typeof addRegistration>,
  context: Context,
): Promise<CallAnswer<typeof addRegistration>> {
  if (dispatch) {
    context.need('asdispatchform_save', refuse.dispatchNotAllowed());
    await lockForDispatch(context, header ?? whole, dispatch);
  }
  const order = await context.submit(registration, {
    ...(header ?? whole),
    ...(machines && { equipment: machines }),
    ...(schemes && { schemes }),
  });
  // Followers may have changed the cover of the new order.
  if (!dispatch) return context.get(registration, order.id);
  const form = await context.call(dispatchOrder, { registrationFormId: order.id, draft: dispatch });
  return {
    ...(await context.get(registration, order.id)),
    dispatchId: form.id,
    dispNo: form.dispNo,
    visitId: form.visitId ?? null,
  };
}

/** Return a page of a customer's machines. */
async function devices(
  reading: Reading,
  { customerId, current, size }: CallInputOf<typeof customerDevices>,
): Promise<CallAnswer<typeof customerDevices>> {
  const all = await reading.visible(equipment, { match: { customerId } }).rows({ limit: 1000 });
  return {
    records: all.slice((current - 1) * size, current * size),
    total: all.length,
    current,
    size,
    pages: Math.ceil(all.length / size),
  };
}

const BY_PROMISE =
  't.promise_to asc nulls last, t.promise_from asc nulls last, t.expect_date asc nulls last, t.create_time desc';

export const registrationCalls: readonly OwnCall[] = [
  implement(addRegistration, { write: addRegistrationForm }),
  implement(registeredEquipment, {
    async read({ registrationFormId }, reading) {
      const [order] = await reading.visible(registration, { match: { id: registrationFormId } }).rows({ first: 1 });
      return order ? reading.find(registrationEquipment, { registrationFormId: order.id }, { limit: 500 }) : [];
    },
  }),
  implement(customerDevices, { read: (query, reading) => devices(reading, query) }),
  implement(nextRegistrations, {
    read: ({ size }, reading) =>
      reading.visible(registration, { match: { registerStatus: OPEN } }).rows({ order: BY_PROMISE, first: size }),
  }),
];
