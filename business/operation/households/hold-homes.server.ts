import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { household } from './household.paper.ts';

type Home = Row<typeof household>;

const present = (ids: readonly (string | null)[]): string[] =>
  [...new Set(ids.filter((id): id is string => Boolean(id)))].toSorted();

/** Whoever may become the only household of an address waits for others who want the same. */
export const holdAddress = (context: Context, roomAddressId: string): Promise<void> =>
  context.lock(`home address ${roomAddressId}`);

/** Holds homes with their addresses and customers, in the one order of locks, before anything of theirs is held. */
export async function holdHomes(context: Context, ids: readonly (string | null)[]): Promise<Home[]> {
  const homes = await context.lockRows(household, present(ids));
  for (const roomAddressId of present(homes.map((home) => home.roomAddressId)))
    await holdAddress(context, roomAddressId);
  return homes;
}

/** Holds the customers of homes: whatever is done to their machines comes after them. */
export async function holdCustomers(context: Context, homes: readonly Pick<Home, 'customerId'>[]): Promise<void> {
  const ids = present(homes.map((home) => home.customerId));
  if (ids.length) await context.lockRows(customer, ids);
}
