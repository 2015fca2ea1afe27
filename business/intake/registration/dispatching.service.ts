import type { Row } from '#kernel/language/paper.ts';
import { question, service } from '#kernel/language/rooms/service.ts';
import type { registration } from './registration.paper.ts';

type Order = Row<typeof registration>;

/** Return the id of the dispatch form's present technician; null without one. */
export const assignedTechnician = question<{ readonly dispId: string }, string | null>('dispatch.technician');

/** Create the dispatch form of a new order from a draft; dispatch it at once on request. */
export const dispatchOrder = service<
  { readonly registrationFormId: string; readonly draft: Readonly<Record<string, unknown>> },
  { readonly id: string; readonly dispNo: string; readonly visitId?: string }
>('dispatch.order');

/** Put the dispatch form of an order on hold together with the order. An open visit returns to the pool. */
export const holdDispatch = service<{ readonly registrationFormId: string; readonly holdReason: Order['holdReason'] }>(
  'dispatch.hold',
);

/**
 * Release the dispatch form of an order from hold together with the order. Return whether a visit took place already.
 */
export const releaseDispatch = service<{ readonly registrationFormId: string }, boolean>('dispatch.release');

/** Cancel the dispatch form of an order and its visits together with the order. */
export const cancelDispatch = service<{
  readonly registrationFormId: string;
  readonly cancelReason: Order['cancelReason'];
}>('dispatch.cancel');
