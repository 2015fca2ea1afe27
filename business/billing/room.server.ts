import { contributing, type RoomServer, serving } from '#kernel/server';
import collection from './collection/collection.server.ts';
import invoice from './invoice/invoice.server.ts';
import { invariants } from './invariants.server.ts';
import { arrived } from './collection/payment-arrived.server.ts';
import { paymentArrived } from './payment.service.ts';
import { technicianTies } from '#business/masterdata/people/technician/technician-ties.server.ts';
import { openCashTie } from './collection/open-cash-tie.server.ts';
import { timelineStations } from '#business/intake/timeline/timeline.server.ts';
import { billingStations } from './collection/stations.server.ts';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import { billingPiles } from './board/piles.server.ts';
import { homeEvents } from '#business/intake/home/home-events.server.ts';
import { billingHomeEvents } from './collection/home-events.server.ts';
import { closeRoll } from './collection/close-roll.server.ts';
import { collectionServices } from './collection/of-completion.server.ts';
import { revenue } from './figures/revenue.figure.ts';
import { cash } from './figures/cash.figure.ts';
import { cockpitFigures } from '#business/system/quality/figures/figure.server.ts';

/** The server side of collections and invoices. */
export default {
  behaviours: [collection, invoice],
  services: [...collectionServices, serving(paymentArrived, arrived)],
  invariants,
  extensions: [closeRoll],
  contributions: [
    contributing(cockpitFigures, [revenue, cash]),
    contributing(technicianTies, [openCashTie]),
    contributing(timelineStations, billingStations),
    contributing(workbenchPiles, billingPiles),
    contributing(homeEvents, billingHomeEvents),
  ],
  locks: [
    'equipment',
    { paper: 'collection', under: ['completionId', 'registrationFormId', 'schemeId'] },
    { named: 'refund ' },
    { named: 'invoice numbers' },
    { paper: 'invoice' },
    'once aswarehouse ',
  ],
} satisfies RoomServer;
