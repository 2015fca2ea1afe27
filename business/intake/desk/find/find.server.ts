import { columnOf } from '#kernel/language/paper.ts';
import { type Fragment, type Reading, raw, sql } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { registration } from '../../registration/registration.paper.ts';
import { repairForm } from '../../repair-form/repair-form.paper.ts';
import type { VisibleRow } from '#kernel/server';
import type { DeskHit } from '../desk.calls.ts';

const MOST = 9;
/** SQL condition that a field begins with this text. Used for numbers of papers. */
const startsWith = (field: string, text: string): Fragment =>
  sql`${raw(`t.${columnOf(field)}`)} like ${`${text.toUpperCase().replaceAll(/[\\%_]/g, '')}%`}`;

/** SQL order of customers: those whose name contains the text first, then by their last service. */
const bearersFirst = (text: string): Fragment =>
  sql`(position(lower(${text}) in lower(t.customer_name)) > 0) desc, t.last_service_time desc nulls last, t.create_time desc`;

const textOf = (row: VisibleRow, name: string): string => (typeof row[name] === 'string' ? row[name] : '');

const ofCustomer = (row: VisibleRow, more: Partial<DeskHit> = {}): DeskHit => ({
  kind: 'customer',
  id: row.id,
  customerId: row.id,
  title: textOf(row, 'customerName'),
  level: textOf(row, 'customerLevel'),
  phone: textOf(row, 'phone'),
  hint: textOf(row, 'addressDetail'),
  equipmentId: '',
  registerMainId: '',
  ...more,
});

async function customersOf(reading: Reading, ids: readonly string[]): Promise<Map<string, VisibleRow>> {
  const rows = ids.length
    ? await reading.visible(customer, { match: { id: [...new Set(ids)] } }).rows({ limit: 50 })
    : [];
  return new Map(rows.map((row) => [row.id, row]));
}

async function papersNumbered(reading: Reading, number: string): Promise<DeskHit[]> {
  const forms = await reading.visible(repairForm, { also: startsWith('repairNo', number) }).rows({ first: MOST });
  const orders = await reading
    .visible(registration, { also: startsWith('registrationNo', number) })
    .rows({ first: MOST });
  return [...forms, ...orders]
    .filter((row) => row.customerId)
    .map((row) => ({
      kind: 'paper',
      id: row.id,
      customerId: String(row.customerId),
      title: textOf(row, 'repairNo') || textOf(row, 'registrationNo'),
      level: '',
      phone: textOf(row, 'phone'),
      hint: textOf(row, 'customerName'),
      equipmentId: textOf(row, 'equipmentId'),
      registerMainId: textOf(row, 'registerMainId'),
    }));
}

async function machines(reading: Reading, text: string): Promise<DeskHit[]> {
  const rows = await reading.visible(equipment, { query: { keyword: text } }).rows({ first: MOST });
  const owners = await customersOf(
    reading,
    rows.map((row) => String(row.customerId)),
  );
  return rows.map((row) => ({
    kind: 'equipment',
    id: row.id,
    customerId: String(row.customerId),
    title: textOf(row, 'equipmentName'),
    level: '',
    phone: '',
    hint: [
      textOf(row, 'serialNo') || textOf(row, 'model'),
      textOf(owners.get(String(row.customerId)) ?? { id: '' }, 'customerName'),
    ]
      .filter(Boolean)
      .join(' '),
    equipmentId: row.id,
    registerMainId: String(row.registerMainId),
  }));
}

/** Find homes by their own address. Each hit leads to the customer who owns the home. */
async function otherHomes(reading: Reading, text: string): Promise<DeskHit[]> {
  const rows = await reading.visible(serviceFile, { query: { keyword: text } }).rows({ first: MOST });
  const owners = await customersOf(
    reading,
    rows.map((row) => String(row.customerId)),
  );
  return rows.flatMap((row) => {
    const owner = owners.get(String(row.customerId));
    return owner ? [ofCustomer(owner, { hint: textOf(row, 'address'), registerMainId: row.id })] : [];
  });
}

const isNumber = (text: string): boolean => /^[a-z]{2}\d{4,}$/i.test(text);
const isDigits = (text: string): boolean => /^\d{4}$|^\d{7,12}$/.test(text);
const looksLikeMachine = (text: string): boolean => /[a-z\d]/i.test(text) && /^[\w-]{4,}$/.test(text);

/**
 * Find customers by phone (whole or last four digits), name, address, serial number, MAC or number of a paper. Return
 * at most nine hits, the likeliest first.
 */
export async function find(reading: Reading, text: string): Promise<DeskHit[]> {
  const wanted = text.trim().slice(0, 60);
  if ([...wanted].length < 2) return [];
  const hits: DeskHit[] = isNumber(wanted) ? await papersNumbered(reading, wanted) : [];
  hits.push(
    ...(
      await reading.visible(customer, { query: { keyword: wanted } }).rows({ order: bearersFirst(wanted), first: MOST })
    ).map((row) => ofCustomer(row)),
  );
  if (hits.length < MOST && !isDigits(wanted)) hits.push(...(await otherHomes(reading, wanted)));
  if (hits.length < MOST && looksLikeMachine(wanted)) hits.push(...(await machines(reading, wanted)));
  const known = new Set<string>();
  return hits
    .filter((hit) => {
      const key = hit.kind === 'customer' ? `customer ${hit.customerId}` : `${hit.kind} ${hit.id}`;
      if (known.has(key)) return false;
      known.add(key);
      return true;
    })
    .slice(0, MOST);
}
