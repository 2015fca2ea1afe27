import { anyText } from '#kernel/language/calls/shape.ts';
import Big from 'big.js';
import type { LocalizedText } from '#kernel/language/label.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { assertQuality, assertTime, flagManual } from './audit/content.server.ts';
import { type PieceLine, recompute, setAmount } from './audit/recompute.server.ts';
import { type PieceRow, recordPieces } from './audit/record.server.ts';
import { factorsOfLine } from './audit/shares.server.ts';
import { pieceLine } from './piece-line.paper.ts';
import { piece } from './piece.paper.ts';

const CHANGEABLE = new Set<string | null>(['toAffirm', 'pending', 'returned']);

/** Return the piece, locked until the end of the transaction, while its lines may still change. */
async function changeable(context: Context, pieceId: string): Promise<PieceRow> {
  await context.lockRows(piece, [pieceId]);
  const row = await context.get(piece, pieceId);
  if (!CHANGEABLE.has(row.pieceStatus)) throw refuse.pieceFixed();
  return row;
}

const piecesOf = (lines: readonly PieceLine[]): string[] => [...new Set(lines.map((line) => line.pieceId))];

/** Price a piece again after a manual change of a line, and record it in its audit. */
async function settle(
  context: Context,
  row: PieceRow,
  reason: LocalizedText,
  lines?: readonly PieceLine[],
): Promise<void> {
  const pieceAmount = await recompute(context, row, lines);
  await setAmount(context, row, pieceAmount);
  await flagManual(context, await context.get(piece, row.id), reason);
  await recordPieces(context, row, {
    action: 'updateContent',
    from: row.pieceStatus,
    to: row.pieceStatus,
    before: row.pieceAmount,
    after: pieceAmount,
    remark: reason,
  });
}

async function assertSound(context: Context, all: PieceLine, values: Partial<PieceLine>): Promise<void> {
  // Changed figures need a reason; changing the reason alone needs none.
  if (!all.manualReason && Object.keys(values).some((name) => name !== 'manualReason')) throw refuse.reasonMissing();
  if (!new Big(all.qty).gt(0)) throw refuse.linesMissing();
  assertQuality(values.qualityCoef);
  await assertTime(context, values.timeCoef);
}

const sameGroup = (a: PieceLine, b: PieceLine): boolean =>
  a.pieceworkProcessId === b.pieceworkProcessId && a.completionEquipmentId === b.completionEquipmentId;

export default behaviour<typeof pieceLine>(pieceLine, {
  // Add the completion of the line's piece, so that the amount links to the job.
  detailParts: { completionId: anyText },
  async detail(reading, row) {
    return { completionId: (await reading.find(piece, { id: row.pieceId }, { first: 1 }))[0]?.completionId ?? '' };
  },
  async saving(context, { before, values, byHand }) {
    if (!byHand) return {};
    const all = { ...before, ...values } as PieceLine;
    const row = await changeable(context, before?.pieceId ?? all.pieceId);
    await assertSound(context, all, values);
    const factors =
      all.technicianId === before?.technicianId
        ? {}
        : await factorsOfLine(context, all.technicianId, row.finishDate ?? context.today());
    // Keep a time factor that was entered for a new line.
    const time = values.timeCoef && !before && !new Big(values.timeCoef).eq(1) ? { timeCoef: values.timeCoef } : {};
    return { collectSource: 'manual', ...(before && { pieceId: before.pieceId }), ...factors, ...time };
  },
  async saved(context, { row, byHand }) {
    if (!byHand) return;
    const lines = await context.find(pieceLine, { pieceId: row.pieceId }, { limit: 1000 });
    // All members of a process have the same quantity, so a change applies to all its lines.
    await settle(
      context,
      await context.get(piece, row.pieceId),
      row.manualReason ?? '',
      lines.map((line) => (line.id !== row.id && sameGroup(line, row) ? { ...line, qty: row.qty } : line)),
    );
  },
  async staying(context, lines) {
    const fixed = new Set(
      (await context.lockRows(piece, piecesOf(lines)))
        .filter((one) => !CHANGEABLE.has(one.pieceStatus))
        .map((one) => one.id),
    );
    return new Map(lines.filter((line) => fixed.has(line.pieceId)).map((line) => [line.id, refuse.pieceFixed()]));
  },
  async leaving(context, lines) {
    const gone = new Set(lines.map((line) => line.id));
    for (const row of await context.lockRows(piece, piecesOf(lines))) {
      await settle(
        context,
        row,
        ['删除明细', 'Line removed'],
        (await context.find(pieceLine, { pieceId: row.id }, { limit: 1000 })).filter((one) => !gone.has(one.id)),
      );
    }
  },
  async restoring(context, line) {
    const row = await changeable(context, line.pieceId);
    await context.sql.query('update aspieceworkcollect set is_deleted = 0 where tenant_id = $1 and id = $2', [
      context.tenantId,
      line.id,
    ]);
    await settle(context, row, ['恢复明细', 'Line restored']);
  },
  filters: {
    period: {
      reads: piece.fields.wagePeriod,
      sql: 'exists (select 1 from aspiecework p where p.tenant_id = t.tenant_id and p.id = t.piece_id and p.wage_period = $)',
    },
  },
});
