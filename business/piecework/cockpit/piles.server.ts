import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
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
  }),
];
