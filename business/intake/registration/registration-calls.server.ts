import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, type OwnCall, type Reading, implement } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { refuse } from '../refusals.ts';
import { dispatchOrder } from './dispatching.service.ts';
import { registrationEquipment } from './registration-equipment.paper.ts';
import { addRegistration, customerDevices, nextRegistrations, registeredEquipment } from './registration.calls.ts';
import { registration } from './registration.paper.ts';

const OPEN = ['registered', 'dispatched', 'inService', 'waiting'];
/**
 * Create an order with its machines, and with `dispatch` also its dispatch form and visit, all or nothing. Contracts
 * (`schemes`) are refused: no room sells them yet.
 */
async function addRegistrationForm(
  { header, form: whole, equipment: machines, dispatch, schemes }: CallInputOf<typeof addRegistration>,
  context: Context,
): Promise<CallAnswer<typeof addRegistration>> {
  if (schemes) throw refuse.schemesNotBuilt();
  if (dispatch) context.need('asdispatchform_save', refuse.dispatchNotAllowed());
  const order = await context.submit(registration, {
    ...(header ?? whole),
    ...(machines && { equipment: machines }),
  });
  if (!dispatch) return order;
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
