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
/** A number of a paper is looked up from its beginning, serial numbers and the like in any part. */
const startsWith = (field: string, text: string): Fragment =>
  sql`${raw(`t.${columnOf(field)}`)} like ${`${text.toUpperCase().replaceAll(/[\\%_]/g, '')}%`}`;

/** Who bears the name comes before whom it is only mentioned with. */
const bearersFirst = (given: string): Fragment =>
  sql`(position(lower(${given}) in lower(t.customer_name)) > 0) desc, t.last_service_time desc nulls last, t.create_time desc`;

const text = (row: VisibleRow, name: string): string => (typeof row[name] === 'string' ? row[name] : '');

const ofCustomer = (row: VisibleRow, more: Partial<DeskHit> = {}): DeskHit => ({
  kind: 'customer',
  id: row.id,
  customerId: row.id,
  title: text(row, 'customerName'),
  level: text(row, 'customerLevel'),
  phone: text(row, 'phone'),
  hint: text(row, 'addressDetail'),
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
      title: text(row, 'repairNo') || text(row, 'registrationNo'),
      level: '',
      phone: text(row, 'phone'),
      hint: text(row, 'customerName'),
      equipmentId: text(row, 'equipmentId'),
      registerMainId: text(row, 'registerMainId'),
    }));
}

async function machines(reading: Reading, given: string): Promise<DeskHit[]> {
  const rows = await reading.visible(equipment, { query: { keyword: given } }).rows({ first: MOST });
  const owners = await customersOf(
    reading,
    rows.map((row) => String(row.customerId)),
  );
  return rows.map((row) => ({
    kind: 'equipment',
    id: row.id,
    customerId: String(row.customerId),
    title: text(row, 'equipmentName'),
    level: '',
    phone: '',
    hint: [
      text(row, 'serialNo') || text(row, 'model'),
      text(owners.get(String(row.customerId)) ?? { id: '' }, 'customerName'),
    ]
      .filter(Boolean)
      .join(' '),
    equipmentId: row.id,
    registerMainId: String(row.registerMainId),
  }));
}

/** A second home is found by its own address, and leads to its owner. */
async function otherHomes(reading: Reading, given: string): Promise<DeskHit[]> {
  const rows = await reading.visible(serviceFile, { query: { keyword: given } }).rows({ first: MOST });
  const owners = await customersOf(
    reading,
    rows.map((row) => String(row.customerId)),
  );
  return rows.flatMap((row) => {
    const owner = owners.get(String(row.customerId));
    return owner ? [ofCustomer(owner, { hint: text(row, 'address'), registerMainId: row.id })] : [];
  });
}

const isNumber = (given: string): boolean => /^[a-z]{2}\d{4,}$/i.test(given);
const isDigits = (given: string): boolean => /^\d{4}$|^\d{7,12}$/.test(given);
const looksLikeMachine = (given: string): boolean => /[a-z\d]/i.test(given) && /^[\w-]{4,}$/.test(given);

/** Phone (all of it or its last four digits), name, address, serial number, MAC, number of a paper: at most nine, the likeliest first. */
export async function find(reading: Reading, given: string): Promise<DeskHit[]> {
  const wanted = given.trim().slice(0, 60);
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
