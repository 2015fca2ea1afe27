import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { delay } from '../delay/delay.paper.ts';
import { visit } from './visit.paper.ts';

/** Visits and delays that wait for a decision, as lists of the workbench. */
export const dispatchPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'visitsToConfirm',
    sort: 60,
    label: ['上门待确认', 'Visits to confirm'],
    paper: visit,
    by: 'confirm',
    query: { taskStatus: 'finished,partial', ascs: 'finishTime' },
    all: '/maintenance/confirm',
    when: 'came',
    who: 'technicianId',
    words: 'registrationFormId',
    moment: 'finishTime',
  }),
  listedPile({
    name: 'delays',
    sort: 70,
    label: ['延期待审', 'Delays to approve'],
    paper: delay,
    by: 'approve',
    query: { approveStatus: 'pending', ascs: 'newTime' },
    all: '/maintenance/asdelayworkregistration?view=toJudge',
    when: 'due',
    who: 'customerName',
    words: 'reasonDetail',
    moment: 'newTime',
  }),
];
