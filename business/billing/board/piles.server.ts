import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { collection } from '../collection/collection.paper.ts';

/** Money that waits for finance. */
export const billingPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'cashToTakeOver',
    sort: 90,
    paper: collection,
    by: 'handOver',
    query: { transmitStatus: 'none', ascs: 'collectTime' },
    who: 'technicianId',
    words: 'amount',
    when: 'collectTime',
  }),
  listedPile({
    name: 'moneyToApprove',
    sort: 100,
    paper: collection,
    by: 'approve',
    query: { approvalStatus: 'none', ascs: 'collectTime' },
    who: 'customerName',
    words: 'amount',
    when: 'collectTime',
  }),
];
