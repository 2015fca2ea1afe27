import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { delay } from '../delay/delay.paper.ts';
import { visit } from './visit.paper.ts';

/** Visits and delays that wait for a word. */
export const dispatchPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'visitsToConfirm',
    sort: 60,
    paper: visit,
    by: 'confirm',
    query: { taskStatus: 'finished,partial', ascs: 'finishTime' },
    who: 'technicianId',
    words: 'registrationFormId',
    when: 'finishTime',
  }),
  listedPile({
    name: 'delays',
    sort: 70,
    paper: delay,
    by: 'approve',
    query: { approveStatus: 'pending', ascs: 'newTime' },
    who: 'customerName',
    words: 'reasonDetail',
    when: 'newTime',
  }),
];
