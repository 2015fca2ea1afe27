import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { leaveForm } from './leave-form.paper.ts';

/** The pile of leave requests that wait for approval. */
export const schedulingPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'leaves',
    sort: 150,
    label: ['请假待批', 'Leave to approve'],
    paper: leaveForm,
    by: 'approve',
    query: { approveStatus: 'pending', ascs: 'startTime' },
    all: '/maintenance/asleaveform?view=toJudge',
    when: 'due',
    who: 'technicianId',
    words: 'reason',
    moment: 'startTime',
  }),
];
