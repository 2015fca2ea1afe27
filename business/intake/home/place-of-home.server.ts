import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { premises } from '#business/customers/premises.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';

interface Located {
  readonly registerMainId?: string | null;
  readonly customerId?: string | null;
  readonly location?: string | null;
}

/**
 * A second home does not lie where the customer's first one does: what was copied from him gives way to the place of its estate, or to none.
 * Coordinates that somebody gave stay.
 */
export async function placeOfHome(context: Context, order: Located): Promise<{ location?: string | null }> {
  if (!order.registerMainId || !order.customerId || !order.location) return {};
  const [file] = await context.find(serviceFile, { id: order.registerMainId }, 1);
  const [owner] = await context.find(customer, { id: order.customerId }, 1);
  if (!file || !owner || file.premisesId === owner.premisesId || order.location !== owner.location) return {};
  const [estate] = file.premisesId ? await context.find(premises, { id: file.premisesId }, 1) : [];
  return { location: estate?.location ?? null };
}
