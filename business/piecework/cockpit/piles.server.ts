import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { piece } from '../pieces/piece.paper.ts';
import { wageDispute } from '../wages/dispute/wage-dispute.paper.ts';
import { wageLine } from '../wages/wage-line.paper.ts';

/** Pieces and wages that wait for a word. */
export const pieceworkPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'piecesToAffirm',
    sort: 110,
    paper: piece,
    by: 'affirm',
    query: { pieceStatus: 'toAffirm', ascs: 'finishDate' },
    who: 'customerName',
    words: 'pieceNo',
    when: 'finishDate',
  }),
  listedPile({
    name: 'piecesToAudit',
    sort: 120,
    paper: piece,
    by: 'check',
    query: { pieceStatus: 'pending', ascs: 'finishDate' },
    who: 'customerName',
    words: 'pieceNo',
    when: 'finishDate',
  }),
  listedPile({
    name: 'disputes',
    sort: 130,
    paper: wageDispute,
    by: 'accept',
    query: { disputeStatus: 'open', ascs: 'createTime' },
    who: 'technicianName',
    words: 'note',
    when: 'createTime',
  }),
  listedPile({
    name: 'wageLines',
    sort: 140,
    paper: wageLine,
    by: 'approve',
    query: { lineStatus: 'draft', ascs: 'createTime' },
    who: 'technicianId',
    words: 'reason',
    when: 'createTime',
  }),
];
