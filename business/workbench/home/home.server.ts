import { type Reading, extension, implement, row, sql, shared } from '#kernel/server';
import { buttonOf } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { coverOfMachine } from '#business/intake/desk/caller.server.ts';
import { type HomeAnswer, readHome } from '#business/intake/home/home.calls.ts';
import { homesOfFile } from '#business/operation/households/files/home-of-file.server.ts';
import { household } from '#business/operation/households/household.paper.ts';
import {
  type HomeReading,
  MAX_OF_HOME,
  homeEvents,
  openMatters,
  ordersOfHome,
} from '#business/intake/home/home-events.server.ts';
import { collectionFacts } from '#business/billing/collection/collection-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';

const GONE = ['replaced', 'removed'];
const MAX_MACHINES = 200;

/**
 * Return the money received for a home, of the rows in the reader's scope; `partial` if there are others. Null for
 * readers who may not see amounts.
 */
async function moneyOf(reading: Reading, fileId: string): Promise<HomeAnswer['money']> {
  // Readers from whom amounts are hidden get no sum either.
  if (!reading.may(buttonOf(collection, 'view')) || !('amount' in visibleTo(reading.person, collection).fields))
    return null;
  const visible = shared(await reading.visible(collection).sql());
  const [sum] = await reading.sql.query<{ count: number; amount: string; all: number }>(
    sql`select count(*) filter (where ${visible})::int as count, coalesce(sum(t.amount) filter (where ${visible}), 0)::numeric(14,2)::text as amount, count(*)::int as all
    from ${collectionFacts} t where t.tenant_id = ${reading.tenantId} and t.is_deleted = 0
      and t.registration_form_id in (select r.id from ${registrationFacts} r where r.tenant_id = ${reading.tenantId} and r.register_main_id = ${fileId})`,
  );
  return { count: sum.count, amount: sum.amount, partial: sum.count < sum.all };
}

/**
 * Return the id of the IoT platform's home at the address of a file, in the reader's scope. Empty if there is none, or
 * several.
 */
async function householdOf(reading: Reading, fileId: string): Promise<string> {
  const homes = await homesOfFile(reading, fileId);
  const seen = homes.length
    ? await reading.visible(household, { match: { id: homes } }).rows({ limit: homes.length })
    : [];
  return seen.length === 1 ? seen[0].id : '';
}

async function homeOf(reading: Reading, id: string): Promise<HomeAnswer> {
  const [file] = await reading.visible(serviceFile, { query: { id } }).words({ first: 1 });
  if (!file) throw row.missing({ title: serviceFile.title });
  const [owner] = file.customerId
    ? await reading.visible(customer, { query: { id: file.customerId } }).words({ first: 1 })
    : [];
  const machines = await reading.visible(equipment, { query: { registerMainId: id } }).words({ limit: MAX_MACHINES });
  const orders = await ordersOfHome(reading, id);
  const home: HomeReading = { reading, fileId: id, orders, orderIds: orders.map((one) => one.id) };
  const events: HomeAnswer['events'][number][] = [];
  for (const one of reading.contributions(homeEvents)) events.push(...(await one.read(home)));
  return {
    file,
    customer: owner ?? null,
    householdId: await householdOf(reading, id),
    machines: machines
      .filter((one) => !GONE.includes(String(one.equipmentStatus)))
      .map((one) => ({ ...one, cover: coverOfMachine(one, reading.today()) })),
    open: await openMatters(home),
    events: events.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)),
    more: orders.length === MAX_OF_HOME,
    money: await moneyOf(reading, id),
  };
}

/** The service file's call that returns everything about its home. */
export const homeCall = extension<typeof serviceFile>(serviceFile, {
  calls: [implement(readHome, { read: ({ id }, reading) => homeOf(reading, id) })],
});
