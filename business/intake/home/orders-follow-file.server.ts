import type { App, Context } from '#kernel/server';
import { registration } from '../registration/registration.paper.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { placeOfHome } from './place-of-home.server.ts';

const MAX_ROWS = 500;

/** Event of an order whose address changed, by which its technician is notified. */
export const ORDER_PLACED = 'registration.placed';

/** Copy the changed address of a service file to its open repair forms and orders, including those being worked on. */
async function ordersFollowFile(context: Context, registerMainId: string): Promise<void> {
  const forms = await context.find(
    repairForm,
    { registerMainId, repairStatus: ['draft', 'submitted', 'accepted', 'dispatched', 'inService'] },
    { limit: MAX_ROWS },
  );
  for (const form of forms) await context.change(repairForm, form.id, await placeOfHome(context, form));
  const orders = await context.find(
    registration,
    { registerMainId, registerStatus: ['registered', 'waiting', 'dispatched', 'inService'] },
    { limit: MAX_ROWS },
  );
  for (const order of orders) {
    const moved = await context.change(registration, order.id, await placeOfHome(context, order));
    if (moved.address !== order.address) await context.emit(ORDER_PLACED, { id: order.id });
  }
}

/** Update orders whenever the address of a service file changes. */
export function listenForFiles(app: App): void {
  app.outbox.subscribe('serviceFile.moved', (context, { data }) => ordersFollowFile(context, String(data.id)));
}
