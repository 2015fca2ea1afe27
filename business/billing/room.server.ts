import { type RoomServer, serving } from '#kernel/server/behaviour.ts';
import collection from './collection/collection.server.ts';
import invoice from './invoice/invoice.server.ts';
import { invariants } from './invariants.server.ts';
import { arrived } from './collection/payment-arrived.server.ts';
import { paymentArrived } from './payment.service.ts';

/** The server side of collections and invoices. */
export default {
  behaviours: [collection, invoice],
  services: [serving(paymentArrived, arrived)],
  invariants,
  locks: [
    'equipment',
    { paper: 'collection', under: ['completionId', 'registrationFormId'] },
    { named: 'refund ' },
    { named: 'invoice numbers' },
    { paper: 'invoice' },
    'store ',
  ],
} satisfies RoomServer;
