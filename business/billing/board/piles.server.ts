import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { collection } from '../collection/collection.paper.ts';

/** Piles of collections that wait for finance. */
export const billingPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'cashToTakeOver',
    sort: 90,
    label: ['现金待交', 'Cash to collect'],
    paper: collection,
    by: 'handOver',
    query: { transmitStatus: 'none', ascs: 'collectTime' },
    all: '/maintenance/financeboard',
    when: 'came',
    worry: true,
    who: 'technicianId',
    words: 'amount',
    moment: 'collectTime',
  }),
  listedPile({
    name: 'moneyToApprove',
    sort: 100,
    label: ['收款待审', 'Money to approve'],
    paper: collection,
    by: 'approve',
    query: { approvalStatus: 'none', ascs: 'collectTime' },
    all: '/maintenance/ascollectdetaileds?view=toApprove',
    when: 'came',
    who: 'customerName',
    words: 'amount',
    moment: 'collectTime',
  }),
];
