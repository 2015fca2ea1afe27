import { lifecycle } from '#kernel/language/lifecycle.ts';
import { invoiceState } from '../dictionaries.ts';

/** The lifecycle of an invoice, which follows its collections. */
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
