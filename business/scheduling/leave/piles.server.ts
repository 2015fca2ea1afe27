import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { leaveForm } from './leave-form.paper.ts';

/** Leave that waits to be judged. */
export const schedulingPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'leaves',
    sort: 150,
    paper: leaveForm,
    by: 'approve',
    query: { approveStatus: 'pending', ascs: 'startTime' },
    who: 'technicianId',
    words: 'reason',
    when: 'startTime',
  }),
];
