import type { CallInput, Context, OwnCall, Reading } from '#kernel/server';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { refuse } from '../refusals.ts';
import { idFrom } from '#kernel/fields/ref/ref.ts';
import { topSize } from '../repair-form/repair-calls.server.ts';
import { dispatchOrder } from './dispatching.service.ts';
import { registrationEquipment } from './registration-equipment.paper.ts';
import { registration } from './registration.paper.ts';

const OPEN = ['registered', 'dispatched', 'inService', 'waiting'];
const isFilled = (given: unknown): boolean =>
  Array.isArray(given) ? given.length > 0 : given !== undefined && given !== null && given !== '';

const record = (given: unknown): Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : {};

/** Header, machines and, where the body has it, the dispatch form with its visit: all of it or nothing. What is not built yet is refused, not swallowed. */
async function addRegistrationForm({ body }: CallInput, context: Context): Promise<unknown> {
  const header = isFilled(body.header) ? record(body.header) : body;
  if (isFilled(body.schemes)) throw refuse.schemesNotBuilt();
  const dispatched = isFilled(body.dispatch) ? record(body.dispatch) : null;
  if (dispatched) context.need('asdispatchform_save', refuse.dispatchNotAllowed());
  const order = await context.submit(registration, {
    ...header,
    dispatch: undefined,
    ...(Array.isArray(body.equipment) && { equipment: body.equipment }),
  });
  if (!dispatched) return order;
  const form = await context.call(dispatchOrder, { registrationFormId: order.id, given: dispatched });
  return {
    ...(await context.get(registration, order.id)),
    dispatchId: form.id,
    dispNo: form.dispNo,
    visitId: form.visitId ?? null,
  };
}

/** Machines of a customer, a page of them: pages ask for up to a thousand at once. */
async function devices(reading: Reading, query: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  if (!query.customerId) throw refuse.customerMissing();
  const current = Math.max(1, Number.parseInt(query.current ?? '', 10) || 1);
  const size = Math.min(1000, Math.max(1, Number.parseInt(query.size ?? '', 10) || 10));
  const all = await reading.visible(equipment, { match: { customerId: idFrom(query.customerId) }, limit: 1000 });
  return {
    records: all.slice((current - 1) * size, current * size),
    total: all.length,
    current,
    size,
    pages: Math.ceil(all.length / size),
  };
}

export const registrationCalls: readonly OwnCall[] = [
  {
    method: 'POST',
    path: 'addRegistrationForm',
    needs: 'submit',
    summary: ['新建登记单(含设备，可同时派工)', 'New registration with its equipment, dispatched at once if wanted'],
    write: addRegistrationForm,
  },
  {
    method: 'GET',
    path: 'equipmentList',
    needs: 'view',
    query: ['registrationFormId'],
    summary: ['登记设备', 'Equipment of a registration'],
    async read({ query }, reading) {
      if (!query.registrationFormId) throw refuse.registrationMissing();
      const [order] = await reading.visible(registration, {
        match: { id: idFrom(query.registrationFormId) },
        limit: 1,
      });
      return order ? reading.find(registrationEquipment, { registrationFormId: order.id }, 500) : [];
    },
  },
  {
    method: 'GET',
    path: 'deviceList',
    needs: 'view',
    query: ['customerId', 'current', 'size'],
    summary: ['客户设备', 'Devices of a customer'],
    read: ({ query }, reading) => devices(reading, query),
  },
  {
    method: 'GET',
    path: 'selectByTop',
    needs: 'view',
    query: ['size'],
    summary: ['未完结登记单(按承诺时间)', 'Open registrations by promised time'],
    read: ({ query }, reading) =>
      reading.visible(registration, {
        match: { registerStatus: OPEN },
        order:
          't.promise_to asc nulls last, t.promise_from asc nulls last, t.expect_date asc nulls last, t.create_time desc',
        limit: topSize(query.size),
        first: true,
      }),
  },
];
