import { type Reading, row } from '#kernel/server';
import { customerHistoryOf } from './customer-history.server.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { OPEN_REPAIR_STATES } from '../repair-form/duplicate.rules.ts';
import { registration } from '../registration/registration.paper.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { CallerHome, DeskCaller, OpenPaper } from './desk.calls.ts';

const OPEN_ORDERS = ['registered', 'dispatched', 'inService', 'waiting'];
const ENDED = ['finished', 'closed', 'merged', 'rejected', 'cancelled'];
const GONE = ['replaced', 'removed'];

/** Return the state of a machine's warranty, and its end. */
export function coverOfMachine(
  machine: AnsweredRow<typeof equipment>,
  today: string,
): { state: 'warranty' | 'lapsed' | 'none'; until: string } {
  const until = typeof machine.warrantyEndDate === 'string' ? machine.warrantyEndDate : '';
  return { state: until === '' ? 'none' : until >= today ? 'warranty' : 'lapsed', until };
}

async function homesOf(reading: Reading, customerId: string): Promise<CallerHome[]> {
  const files = await reading
    .visible(serviceFile, { match: { customerId } })
    .rows({ order: 't.create_time asc, t.id asc', limit: 20 });
  const machines = await reading.visible(equipment, { match: { customerId } }).rows({ order: 't.id asc', limit: 200 });
  const open = await reading
    .visible(registration, { match: { customerId, registerStatus: OPEN_ORDERS } })
    .rows({ limit: 200 });
  return files.map((file) => ({
    ...file,
    equipment: machines
      .filter((one) => one.registerMainId === file.id && !GONE.includes(String(one.equipmentStatus)))
      .map((one) => ({ ...one, cover: coverOfMachine(one, reading.today()) })),
    open: open.filter((one) => one.registerMainId === file.id).length,
  }));
}

/** Return the open papers of a customer, newest first: registrations, and repair forms without one. */
async function openOf(reading: Reading, customerId: string): Promise<OpenPaper[]> {
  const orders = await reading
    .visible(registration, { match: { customerId, registerStatus: OPEN_ORDERS } })
    .rows({ limit: 20 });
  const forms = await reading
    .visible(repairForm, { match: { customerId, repairStatus: [...OPEN_REPAIR_STATES] } })
    .rows({ limit: 20 });
  const bare = forms.filter((form) => !form.registrationFormId);
  return [...bare, ...orders].sort((one, other) => (String(one.createTime) < String(other.createTime) ? 1 : -1));
}

/** Return everything the desk shows about a caller: person, homes with machines, open papers, history. */
export async function caller(reading: Reading, id: string): Promise<DeskCaller> {
  // `words` also reads the captions, here the names of the preferred and blocked technicians.
  const [person] = await reading.visible(customer, { query: { id } }).words({ first: 1 });
  if (!person) throw row.missing({ title: customer.title });
  const open = await openOf(reading, id);
  const past = await customerHistoryOf(reading, { customerId: id, phone: null, current: 1, size: 20 });
  const history = past.records.filter((one) => one.bizType === 'repair' && ENDED.includes(one.status)).slice(0, 5);
  return { customer: person, homes: await homesOf(reading, id), open, history, historyTotal: past.total };
}
