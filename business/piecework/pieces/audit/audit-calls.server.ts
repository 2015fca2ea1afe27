import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, type OwnCall, implement } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { piece } from '../piece.paper.ts';
import {
  auditQueue,
  changeShares,
  checkedPiece,
  correctWork,
  customerOfVip,
  flagsOfPiece,
  pieceContext,
  piecePhotos,
  piecesInconform,
  piecesToAudit,
  practicalTotal,
  receivablesTotal,
  schemesOfSale,
} from './audit.calls.ts';
import { schemesSold } from './schemes-sold.service.ts';
import { checkDetail, detailContext, flagsOf } from './check-detail.server.ts';
import { setContent } from './content.server.ts';
import { annexOf } from './photos.server.ts';
import { queueOf } from './queue.server.ts';
import type { PieceRow } from './record.server.ts';
import { setShares, wantedOf } from './shares.server.ts';
import { readSumOf, vipOf } from './sums.server.ts';

/**
 * Lock the piece of a call until the end of the transaction and return it. Refuse one outside the scope of the caller's
 * button, or in a state in which lines no longer change.
 */
async function held(
  context: Context,
  id: string,
  button: 'updateUser' | 'updateContent',
  states: readonly string[],
): Promise<PieceRow> {
  await context.visible(piece, { button }).all([id]);
  await context.lockRows(piece, [id]);
  const row = await context.get(piece, id);
  if (!states.includes(String(row.pieceStatus))) throw refuse.pieceFixed();
  return row;
}

const OPEN = ['toAffirm', 'pending', 'returned'];

/**
 * Change shares. A leader may change those of a returned piece only, the auditor those of a piece in any open state.
 */
async function updateUser(
  { id, lines, remark }: CallInputOf<typeof changeShares>,
  context: Context,
): Promise<CallAnswer<typeof changeShares>> {
  const auditor = context.may('aspiecework_updateContent');
  const row = auditor
    ? await held(context, id, 'updateContent', OPEN)
    : await held(context, id, 'updateUser', ['returned']);
  return setShares(context, row, wantedOf(lines ?? []), remark);
}

/** The calls of the audit screen, in addition to the actions of the piece's lifecycle. */
export const auditCalls: readonly OwnCall[] = [
  implement(piecesToAudit, { page: (_asked, filters) => filters }),
  implement(auditQueue, { read: ({ filters }, reading) => queueOf(reading, filters) }),
  implement(piecesInconform, { page: (_asked, filters) => ({ ...filters, inconform: '1' }) }),
  implement(checkedPiece, { read: ({ id }, reading) => checkDetail(reading, id) }),
  implement(pieceContext, { read: ({ id }, reading) => detailContext(reading, id) }),
  implement(flagsOfPiece, { read: ({ id }, reading) => flagsOf(reading, id) }),
  implement(piecePhotos, {
    read: async ({ completionId }, reading) => (completionId ? annexOf(reading, completionId) : []),
  }),
  implement(receivablesTotal, { read: ({ filters }, reading) => readSumOf(reading, filters, 'receivable') }),
  implement(practicalTotal, { read: ({ filters }, reading) => readSumOf(reading, filters, 'practical') }),
  implement(schemesOfSale, {
    read: async ({ businessId }, reading) => (businessId ? reading.ask(schemesSold, { businessId }) : []),
  }),
  implement(customerOfVip, { read: ({ guidInfo }, reading) => vipOf(reading, guidInfo) }),
  implement(changeShares, { write: updateUser }),
  implement(correctWork, {
    write: async (asked, context) => setContent(context, await held(context, asked.id, 'updateContent', OPEN), asked),
  }),
];
