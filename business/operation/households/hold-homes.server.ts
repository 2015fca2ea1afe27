import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { household } from './household.paper.ts';

type Home = Row<typeof household>;

const present = (ids: readonly (string | null)[]): string[] =>
  [...new Set(ids.filter((id): id is string => Boolean(id)))].toSorted();

/** Lock an address, so that concurrent activations of two households wait for each other. */
export const holdAddress = (context: Context, roomAddressId: string): Promise<void> =>
  context.lock(`home address ${roomAddressId}`);

/** Lock homes, then their addresses. Do this before locking customers, machines or devices of the homes. */
export async function holdHomes(context: Context, ids: readonly (string | null)[]): Promise<Home[]> {
  const homes = await context.lockRows(household, present(ids));
  for (const roomAddressId of present(homes.map((home) => home.roomAddressId)))
    await holdAddress(context, roomAddressId);
  return homes;
}

/** Lock the customers of homes; their machines must be locked later. */
export async function holdCustomers(context: Context, homes: readonly Pick<Home, 'customerId'>[]): Promise<void> {
  const ids = present(homes.map((home) => home.customerId));
  if (ids.length) await context.lockRows(customer, ids);
}
