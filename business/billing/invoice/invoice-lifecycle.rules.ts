import { lifecycle } from '#kernel/language/lifecycle.ts';
import { invoiceState } from '../dictionaries.ts';

/** An invoice lives with the collections it is spread over. */
export const invoiceLifecycle = lifecycle({
  field: 'invoiceState',
  states: invoiceState,
  actions: {},
  moves: [
    ['*', 'issued', 'updateInvoicing'],
    ['issued', 'cancelled', 'cancelInvoicing'],
  ],
  ends: ['cancelled'],
});
