import { verbsOn } from '#business/masterdata/piles/bench.server.ts';
import { type WaitingPile, listedPile, shownIn } from '#business/masterdata/piles/piles.server.ts';
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
    placed: {
      kind: ['请假', 'Leave'],
      places: { leader: { section: 'approve', rank: 1, most: 4 }, payroll: { section: 'due', rank: 2, most: 3 } },
      facts: (rows) =>
        rows.map((one) => ({
          id: one.id,
          tone: 'amber',
          evidence: [`${shownIn(one, 'startTime')} – ${shownIn(one, 'endTime')}`, shownIn(one, 'reason')].filter(
            Boolean,
          ),
          verbs: verbsOn(leaveForm, one, [
            ['approve', { key: 'A' }],
            ['reject', { key: 'X' }],
          ]),
        })),
    },
  }),
];
