import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { extension, implement, type Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import type { VisibleRow } from '#kernel/server';
import { type Past, customerHistory } from './desk.calls.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';

const MOST = 200;

const nameOf = (label: Label, language: 'zh' | 'en'): string => label[language === 'en' ? 1 : 0];

interface Source {
  paper: AnyPaper;
  no: string;
  state: string;
  title: string;
}

const sources: readonly Source[] = [
  { paper: repairForm, no: 'repairNo', state: 'repairStatus', title: 'description' },
  { paper: registration, no: 'registrationNo', state: 'registerStatus', title: 'content' },
];

function eventOf(reading: Reading, { paper, no, state, title }: Source, row: VisibleRow): Past {
  const status = String(row[state] ?? '');
  const item = paper.lifecycle?.states.items[status];
  return {
    bizType: paper.logAs ?? paper.name,
    bizName: nameOf(paper.title, reading.language),
    id: String(row.id),
    no: String(row[no]),
    time: String(row.createTime),
    status,
    statusName: item ? nameOf([item[0], item[1]], reading.language) : status,
    title: String(row[title] ?? ''),
  };
}

type Query = CallInputOf<typeof customerHistory>;

async function customersOf(reading: Reading, query: Query): Promise<string[]> {
  if (query.customerId) return [query.customerId];
  if (!query.phone) throw refuse.customerMissing();
  return (await reading.find(customer, { phone: query.phone }, { limit: 20 })).map((one) => one.id);
}

/** Return the history of a customer, newest first: every paper in the caller's scope. */
export async function customerHistoryOf(reading: Reading, query: Query): Promise<CallAnswer<typeof customerHistory>> {
  const ids = await customersOf(reading, query);
  const { current, size } = query;
  if (ids.length === 0) return { records: [], total: 0, current, size, pages: 0 };
  const events: Past[] = [];
  for (const source of sources) {
    const rows = await reading.visible(source.paper, { match: { customerId: ids } }).rows({ limit: MOST });
    events.push(...rows.map((row) => eventOf(reading, source, row)));
  }
  const forms = events.filter((event) => event.bizType === 'repair').map((event) => event.id);
  const urges = forms.length
    ? await reading.visible(urge, { match: { repairFormId: forms } }).rows({ limit: MOST })
    : [];
  events.push(
    ...urges.map((row) => eventOf(reading, { paper: urge, no: 'urgeNo', state: 'urgeStatus', title: 'content' }, row)),
  );
  events.sort((one, other) => (one.time < other.time ? 1 : -1));
  const total = events.length;
  return {
    records: events.slice((current - 1) * size, current * size),
    total,
    current,
    size,
    pages: Math.ceil(total / size),
  };
}

/** The customer's call that returns the history. */
export const historyOfCustomer = extension<typeof customer>(customer, {
  calls: [implement(customerHistory, { read: (query, reading) => customerHistoryOf(reading, query) })],
});
