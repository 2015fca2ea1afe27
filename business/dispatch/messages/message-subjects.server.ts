import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import type { MessageDocument, MessageSubject } from '#business/messaging/message-subject.server.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { visit } from '../visit/visit.paper.ts';

const shortly = (moment: string | null | undefined): string | null => moment?.slice(5, 16) ?? null;

/** Return the values of an order that message templates may use: customer, place, time, technician. */
async function orderDocument(reading: Reading, order: Row<typeof registration>): Promise<MessageDocument> {
  const [form] = order.dispId ? await reading.find(dispatchForm, { id: order.dispId }, { first: 1 }) : [];
  const [who] = form?.currentTechnicianId
    ? await reading.find(technician, { id: form.currentTechnicianId }, { first: 1 })
    : [];
  return {
    phone: order.phone,
    customerId: order.customerId,
    values: {
      name: order.customerName,
      no: order.registrationNo,
      address: order.address,
      from: shortly(order.promiseFrom ?? form?.planStart),
      to: order.promiseTo?.slice(11, 16) ?? null,
      technician: who?.realName ?? null,
      technicianPhone: who?.phone ?? null,
    },
  };
}

/** Return the template values of a row, from the order that it belongs to. */
export async function documentOfOrder(reading: Reading, paper: AnyPaper, id: string): Promise<MessageDocument> {
  const of = (await reading.get(paper, id)) as { registrationFormId?: string | null };
  return orderDocument(reading, await orderOf(reading, of));
}

/** Return the template values of a repair request, from its order if it was accepted. */
async function ofRepairForm(reading: Reading, id: string): Promise<MessageDocument> {
  const form = await reading.get(repairForm, id);
  if (form.registrationFormId) return orderDocument(reading, await reading.get(registration, form.registrationFormId));
  return {
    phone: form.phone,
    customerId: form.customerId,
    values: { name: form.customerName, no: form.repairNo, address: form.address },
  };
}

/** Papers from the repair request to the visit, about which messages may be sent. */
export const dispatchSubjects: readonly MessageSubject[] = [
  { bizType: 'repair', paper: repairForm, read: ofRepairForm },
  {
    bizType: 'registration',
    paper: registration,
    read: async (reading, id) => orderDocument(reading, await reading.get(registration, id)),
  },
  {
    bizType: 'dispatch',
    paper: dispatchForm,
    read: (reading, id) => documentOfOrder(reading, dispatchForm, id),
  },
  { bizType: 'task', paper: visit, read: (reading, id) => documentOfOrder(reading, visit, id) },
];
