import type { Reading } from '#kernel/server';
import { linkVerb, verbsOn } from '#business/masterdata/piles/bench.server.ts';
import { type WaitingPile, listedPile, shownIn } from '#business/masterdata/piles/piles.server.ts';
import { registration } from '../registration/registration.paper.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { urge } from '../urge/urge.paper.ts';

/** May the reader dispatch? Then orders open in the dispatch board, otherwise in the list. */
const sends = (reading: Reading): boolean => reading.may('asdispatchform_save');

/** Piles of waiting work between a call and its dispatch, for the workbench. */
export const intakePiles: readonly WaitingPile[] = [
  listedPile({
    name: 'toAccept',
    sort: 10,
    label: ['待受理', 'To accept'],
    paper: repairForm,
    by: 'accept',
    query: { repairStatus: 'submitted', ascs: 'createTime' },
    all: '/maintenance/asrepairform?view=toAccept',
    when: 'came',
    who: 'customerName',
    words: 'description',
    moment: 'createTime',
  }),
  listedPile({
    name: 'urges',
    sort: 20,
    label: ['催单', 'Follow-up calls'],
    paper: urge,
    by: 'answer',
    buttons: ['asurgevisit_answer', 'asurgevisit_answerEscalated'],
    query: { urgeStatus: 'open,escalated', ascs: 'replyDeadline' },
    all: '/maintenance/asurgevisit?view=toAnswer',
    when: 'due',
    worry: true,
    who: 'customerName',
    words: 'content',
    moment: 'replyDeadline',
    placed: {
      kind: ['催单', 'Follow-up'],
      places: { leader: { section: 'waiting', rank: 1, most: 5 } },
      facts: (rows) =>
        rows.map((one) => ({
          id: one.id,
          tone: 'red',
          evidence: [shownIn(one, 'content'), shownIn(one, 'registrationFormId')].filter(Boolean),
          verbs: [
            ...verbsOn(urge, one, [
              ['answerEscalated', { key: 'A' }],
              ['answer', { key: 'A' }],
            ]),
            linkVerb(['看单', 'Open'], `/maintenance/asurgevisit?id=${one.id}`, 'D'),
          ],
        })),
    },
  }),
  listedPile({
    name: 'suspects',
    sort: 30,
    label: ['疑似重复', 'Possible duplicates'],
    paper: repairForm,
    by: 'merge',
    query: { repairStatus: 'submitted', duplicateOfId_notnull: '1', ascs: 'createTime' },
    all: '/maintenance/asrepairform?view=suspects',
    when: 'came',
    who: 'customerName',
    words: 'description',
    moment: 'createTime',
  }),
  listedPile({
    name: 'pool',
    sort: 40,
    label: ['待派工', 'To dispatch'],
    paper: registration,
    by: 'hold',
    // `waiting` also has orders that a visit sent back. Orders on hold, which have a hold reason, are left out.
    query: { registerStatus: 'registered,waiting', holdReason_null: '1', ascs: 'expectDate' },
    all: (reading) => (sends(reading) ? '/maintenance/board' : '/maintenance/registrationform?view=pool'),
    row: (reading) => (sends(reading) ? '/maintenance/board?order=' : '/maintenance/registrationform?id='),
    when: 'due',
    who: 'customerName',
    words: 'content',
    moment: 'expectDate',
    placed: {
      kind: ['待派', 'To dispatch'],
      places: { leader: { section: 'waiting', rank: 2, most: 4 } },
      facts: (rows, reading) =>
        rows.map((one) => {
          const to = sends(reading)
            ? `/maintenance/board?order=${one.id}`
            : `/maintenance/registrationform?id=${one.id}`;
          return {
            id: one.id,
            evidence: [shownIn(one, 'content'), shownIn(one, 'address')].filter(Boolean),
            verbs: [linkVerb(sends(reading) ? ['去派', 'Dispatch'] : ['看单', 'Open'], to, 'D')],
          };
        }),
    },
  }),
  listedPile({
    name: 'onHold',
    sort: 50,
    label: ['挂起', 'On hold'],
    paper: registration,
    by: 'release',
    query: { registerStatus: 'waiting', holdReason_notnull: '1', ascs: 'holdUntil' },
    all: '/maintenance/registrationform?view=onHold',
    when: 'due',
    who: 'customerName',
    words: 'content',
    moment: 'holdUntil',
  }),
];
