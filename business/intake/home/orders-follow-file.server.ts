import type { App, Context } from '#kernel/server';
import { registration } from '../registration/registration.paper.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { placeOfHome } from './place-of-home.server.ts';

const MOST = 500;

/** A service file has another address: orders and requests for which nobody is on the way follow. */
async function ordersFollowFile(context: Context, registerMainId: string): Promise<void> {
  const forms = await context.find(
    repairForm,
    { registerMainId, repairStatus: ['draft', 'submitted', 'accepted'] },
    MOST,
  );
  for (const form of forms) await context.change(repairForm, form.id, await placeOfHome(context, form));
  const orders = await context.find(registration, { registerMainId, registerStatus: ['registered', 'waiting'] }, MOST);
  for (const order of orders) await context.change(registration, order.id, await placeOfHome(context, order));
}

/** Hear of service files whose address changes. */
export function listenForFiles(app: App): void {
  app.outbox.subscribe('serviceFile.moved', (context, { data }) => ordersFollowFile(context, String(data.id)));
}
