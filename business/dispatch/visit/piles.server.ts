import { linkVerb, verbsOn } from '#business/masterdata/piles/bench.server.ts';
import { type WaitingPile, listedPile, shownIn } from '#business/masterdata/piles/piles.server.ts';
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
    placed: {
      kind: ['确认', 'Confirm'],
      places: { leader: { section: 'approve', rank: 3, most: 4 } },
      facts: (rows) =>
        rows.map((one) => ({
          id: one.id,
          evidence: [shownIn(one, 'resultNote')].filter(Boolean),
          verbs: [
            ...verbsOn(visit, one, [
              ['confirm', { key: 'A' }],
              ['sendBack', { key: 'X' }],
            ]),
            linkVerb(['看单', 'Open'], `/maintenance/confirm?id=${one.id}`, 'D'),
          ],
        })),
    },
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
    placed: {
      kind: ['延期', 'Delay'],
      places: { leader: { section: 'approve', rank: 1, most: 5 } },
      facts: (rows) =>
        rows.map((one) => ({
          id: one.id,
          tone: 'amber',
          evidence: [shownIn(one, 'reasonDetail'), shownIn(one, 'technicianId')].filter(Boolean),
          verbs: verbsOn(delay, one, [
            ['approve', { key: 'A' }],
            ['reject', { key: 'X' }],
          ]),
        })),
    },
  }),
];
