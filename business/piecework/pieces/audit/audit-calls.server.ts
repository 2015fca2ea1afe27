import type { CallInput, Context, OwnCall } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { piece } from '../piece.paper.ts';
import { checkDetail, detailContext, flagsOf, idFromQuery } from './check-detail.server.ts';
import { setContent } from './content.server.ts';
import { annexOf } from './photos.server.ts';
import { queueOf } from './queue.server.ts';
import type { PieceRow } from './record.server.ts';
import { setShares, wantedOf } from './shares.server.ts';
import { readSumOf, vipOf } from './sums.server.ts';

const below = 'blade-maintenance/webApi/aspieceworkaudit';

/** The piece of a call, within the reach of the asking person's button, held until the end, while its lines may still change. */
async function held(
  context: Context,
  { body, query }: CallInput,
  button: 'updateUser' | 'updateContent',
  states: readonly string[],
): Promise<PieceRow> {
  const id = String(body.id ?? query.id ?? '');
  await context.assertVisible(piece, [id], button);
  await context.lockRows(piece, [id]);
  const row = await context.get(piece, id);
  if (!states.includes(String(row.pieceStatus))) throw refuse.pieceFixed();
  return row;
}

const OPEN = ['toAffirm', 'pending', 'returned'];

/** A leader proposes shares for what was sent back; the auditor sets them in any open state. */
async function updateUser(asking: CallInput, context: Context): Promise<unknown> {
  const auditor = context.may('aspiecework_updateContent');
  const row = auditor
    ? await held(context, asking, 'updateContent', OPEN)
    : await held(context, asking, 'updateUser', ['returned']);
  return setShares(
    context,
    row,
    wantedOf(asking.body.lines),
    String(asking.body.remark ?? '')
      .trim()
      .slice(0, 500) || null,
  );
}

async function updateContent(asking: CallInput, context: Context): Promise<unknown> {
  const row = await held(context, asking, 'updateContent', OPEN);
  return setContent(context, row, asking.body);
}

/** The calls of the audit screen beside the verbs of the piece. */
export const auditCalls: readonly OwnCall[] = [
  {
    method: 'GET',
    path: `${below}/examineList`,
    needs: 'view',
    query: [
      'current',
      'size',
      'pieceStatus',
      'technicianId',
      'team',
      'finishDate_dategt',
      'finishDate_datelt',
      'inconformFlags',
    ],
    summary: ['计件审核列表', 'Pieces to audit'],
    page: (query) => query,
  },
  {
    method: 'GET',
    path: `${below}/queue`,
    needs: 'view',
    query: ['keyword', 'technicianId', 'team', 'finishDate_dategt', 'finishDate_datelt', 'inconformFlags'],
    summary: ['计件审核：各状态数量与合计', 'Counts and sums by state'],
    read: ({ query }, reading) => queueOf(reading, query),
  },
  {
    method: 'GET',
    path: 'blade-maintenance/webApi/aspieceworkwages/inconformityPieceList',
    needs: 'view',
    query: ['current', 'size', 'technicianId', 'team', 'finishDate_dategt', 'finishDate_datelt'],
    summary: ['不符合计件清单', 'Pieces that do not conform'],
    page: (query) => ({ ...query, inconform: '1' }),
  },
  {
    method: 'GET',
    path: `${below}/checkDetail`,
    needs: 'view',
    query: ['id'],
    summary: ['计件审核：全部资料', 'Everything about a piece'],
    read: ({ query }, reading) => checkDetail(reading, query.id),
  },
  {
    method: 'GET',
    path: `${below}/detailContext`,
    needs: 'view',
    query: ['id'],
    summary: ['计件审核：完工内容', 'Completion context of a piece'],
    read: ({ query }, reading) => detailContext(reading, query.id),
  },
  {
    method: 'GET',
    path: `${below}/flags`,
    needs: 'view',
    query: ['id'],
    summary: ['计件审核：不符合项', 'Flags of a piece with their answers'],
    read: ({ query }, reading) => flagsOf(reading, query.id),
  },
  {
    method: 'GET',
    path: `${below}/selectAnnex`,
    needs: 'view',
    query: ['completionId'],
    summary: ['计件审核：照片', 'Photos by class'],
    read: ({ query }, reading) => annexOf(reading, idFromQuery(query.completionId)),
  },
  {
    method: 'GET',
    path: `${below}/selectReceivablesTotal`,
    needs: 'view',
    query: [],
    summary: ['计件审核：应收合计', 'Σ receivable of the list'],
    read: ({ query }, reading) => readSumOf(reading, query, 'receivable'),
  },
  {
    method: 'GET',
    path: `${below}/selectPracticalTotal`,
    needs: 'view',
    query: [],
    summary: ['计件审核：实收合计', 'Σ received of the list'],
    read: ({ query }, reading) => readSumOf(reading, query, 'practical'),
  },
  // Schemes are not kept yet: no sale has one.
  {
    method: 'GET',
    path: `${below}/schemeStatus`,
    needs: 'view',
    query: ['businessId'],
    summary: ['计件审核：方案状态', 'Schemes of a sale'],
    read: async () => [],
  },
  {
    method: 'GET',
    path: `${below}/vipDetail`,
    needs: 'view',
    query: ['guidInfo'],
    summary: ['计件审核：会员情况', 'Customer level'],
    read: ({ query }, reading) => vipOf(reading, query.guidInfo),
  },
  {
    method: 'POST',
    path: `${below}/updateUser`,
    needs: 'updateUser',
    summary: ['计件审核：调整分配', 'Set the shares of the crew'],
    write: updateUser,
  },
  {
    method: 'POST',
    path: `${below}/updateCompletionMaintenanceContent`,
    needs: 'updateContent',
    summary: ['计件审核：调整内容', 'Correct the work'],
    write: updateContent,
  },
];
