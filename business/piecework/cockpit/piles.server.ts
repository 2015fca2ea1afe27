import { linkVerb, verbsOn } from '#business/masterdata/piles/bench.server.ts';
import { type WaitingPile, listedPile, shownIn } from '#business/masterdata/piles/piles.server.ts';
import { piece } from '../pieces/piece.paper.ts';
import { wageDispute } from '../wages/dispute/wage-dispute.paper.ts';
import { wageLine } from '../wages/wage-line.paper.ts';

/** Pieces and wages that wait for a decision. */
export const pieceworkPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'piecesToAffirm',
    sort: 110,
    label: ['计件待确认', 'Pieces to confirm'],
    paper: piece,
    by: 'affirm',
    query: { pieceStatus: 'toAffirm', ascs: 'finishDate' },
    all: '/maintenance/aspieceworkaudit',
    row: '/maintenance/aspieceworkaudit?id=',
    when: 'came',
    worry: true,
    who: 'customerName',
    words: 'pieceNo',
    moment: 'finishDate',
  }),
  listedPile({
    name: 'piecesToAudit',
    sort: 120,
    label: ['计件待审', 'Pieces to audit'],
    paper: piece,
    by: 'check',
    query: { pieceStatus: 'pending', ascs: 'finishDate' },
    all: '/maintenance/aspieceworkaudit',
    row: '/maintenance/aspieceworkaudit?id=',
    when: 'came',
    who: 'customerName',
    words: 'pieceNo',
    moment: 'finishDate',
  }),
  listedPile({
    name: 'disputes',
    sort: 130,
    label: ['工资异议', 'Pay disputes'],
    paper: wageDispute,
    by: 'accept',
    query: { disputeStatus: 'open', ascs: 'createTime' },
    all: '/maintenance/wages/dispute?view=open',
    when: 'came',
    worry: true,
    who: 'technicianName',
    words: 'note',
    moment: 'createTime',
    placed: {
      kind: ['异议', 'Dispute'],
      places: { payroll: { section: 'blocks', rank: 1, most: 6 } },
      facts: (rows) =>
        rows.map((one) => ({
          id: one.id,
          tone: 'red',
          evidence: [
            shownIn(one, 'note'),
            [shownIn(one, 'disputeKind'), shownIn(one, 'currentValue'), shownIn(one, 'claimedValue')]
              .filter(Boolean)
              .join(' → '),
          ].filter(Boolean),
          verbs: [
            ...verbsOn(wageDispute, one, [
              ['accept', { key: 'A' }],
              ['reject', { key: 'X' }],
            ]),
            linkVerb(['看依据', 'See the reason'], `/maintenance/wages/dispute?id=${one.id}`, 'D'),
          ],
        })),
    },
  }),
  listedPile({
    name: 'wageLines',
    sort: 140,
    label: ['工资明细待批', 'Pay lines to approve'],
    paper: wageLine,
    by: 'approve',
    query: { lineStatus: 'draft', ascs: 'createTime' },
    all: '/maintenance/wages/detail?view=toApprove',
    when: 'came',
    who: 'technicianId',
    words: 'reason',
    moment: 'createTime',
    placed: {
      kind: ['明细', 'Pay line'],
      places: { payroll: { section: 'due', rank: 1, most: 5 } },
      facts: (rows) =>
        rows.map((one) => {
          const amount = shownIn(one, 'amount');
          return {
            id: one.id,
            tone: 'amber',
            fact: [shownIn(one, 'wageLineType'), amount, shownIn(one, 'reason')].filter(Boolean).join(' '),
            evidence: [shownIn(one, 'reason'), shownIn(one, 'bizDate')].filter(Boolean),
            // Voiding is never the verb of the row, also where its author may not approve it.
            verbs: [
              ...verbsOn(wageLine, one, [['approve', { label: [`审批 ${amount}`, `Approve ${amount}`], key: 'A' }]]),
              linkVerb(['看明细', 'Open'], `/maintenance/wages/detail?id=${one.id}`, 'D'),
              ...verbsOn(wageLine, one, [['void', { key: 'X' }]]),
            ],
          };
        }),
    },
  }),
];
