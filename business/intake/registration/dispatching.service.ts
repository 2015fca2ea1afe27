import type { Row } from '#kernel/language/paper.ts';
import { question, service } from '#kernel/language/rooms/service.ts';
import type { registration } from './registration.paper.ts';

type Order = Row<typeof registration>;

/** Who is sent with a dispatch form now, by his id. */
export const assignedTechnician = question<{ readonly dispId: string }, string | null>('dispatch.technician');

/** Makes the dispatch form of a new order from what was given for it; sent at once where it says so. */
export const dispatchOrder = service<
  { readonly registrationFormId: string; readonly given: Readonly<Record<string, unknown>> },
  { readonly id: string; readonly dispNo: string; readonly visitId?: string }
>('dispatch.order');

/** Held with its order: an open visit goes back into the pool, the form waits. */
export const holdDispatch = service<{ readonly registrationFormId: string; readonly holdReason: Order['holdReason'] }>(
  'dispatch.hold',
);

/** Released with its order; answers whether somebody was there already. */
export const releaseDispatch = service<{ readonly registrationFormId: string }, boolean>('dispatch.release');

/** Cancelled with its order, visits included. */
export const cancelDispatch = service<{
  readonly registrationFormId: string;
  readonly cancelReason: Order['cancelReason'];
}>('dispatch.cancel');
