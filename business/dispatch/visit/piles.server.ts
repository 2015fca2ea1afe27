import { addMinutes } from '#kernel/language/days.ts';
import { linkVerb, verbsOn } from '#business/masterdata/piles/bench.server.ts';
import { type WaitingPile, listedPile, shownIn } from '#business/masterdata/piles/piles.server.ts';
import { delay } from '../delay/delay.paper.ts';
import { visit } from './visit.paper.ts';

/** A pause longer than this holds up the customer. */
const LONG_PAUSE_MINUTES = 30;

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
    name: 'pausedVisits',
    sort: 65,
    label: ['停着的上门', 'Paused visits'],
    paper: visit,
    by: 'confirm',
    query: (reading) => ({
      taskStatus: 'paused',
      pausedAt_datele: addMinutes(reading.now(), -LONG_PAUSE_MINUTES),
      ascs: 'pausedAt',
    }),
    all: '/maintenance/dispatchlist?taskStatus=paused',
    when: 'came',
    who: 'technicianId',
    words: 'registrationFormId',
    moment: 'pausedAt',
    worry: true,
    placed: {
      kind: ['停着', 'Paused'],
      isAlone: true,
      places: { leader: { section: 'waiting', rank: 3, most: 4 } },
      facts: (rows) =>
        rows.map((one) => ({
          id: one.id,
          tone: 'amber',
          evidence: [shownIn(one, 'customerName'), shownIn(one, 'resultNote')].filter(Boolean),
          verbs: [
            linkVerb(['看这次上门', 'See the visit'], `/maintenance/dispatchlist?id=${one.id}`, 'D'),
            linkVerb(['看派工看板', 'See the board'], '/maintenance/board', 'V'),
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
