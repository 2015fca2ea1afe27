import { type LocalizedText, storedText } from '#kernel/language/label.ts';
import Big from 'big.js';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Context } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { plain } from '../../audit/lines.rules.ts';
import { refuse } from '../../refusals.ts';
import { process } from '../../standards/process.paper.ts';
import { pieceFlag } from '../piece-flag.paper.ts';
import { pieceLine } from '../piece-line.paper.ts';
import { piece } from '../piece.paper.ts';
import { timeFactors } from '../time-factor.rules.ts';
import type { correctWork } from './audit.calls.ts';
import { type PieceLine, recompute, setAmount } from './recompute.server.ts';
import { type PieceRow, recordPieces } from './record.server.ts';

type Corrected = CallInputOf<typeof correctWork>;

/** A correction of a process by the auditor, with its reason. */
type Correction = NonNullable<Corrected['lines']>[number] & { readonly reason: string };

const asWritten = (decimal: string | null): string | null => decimal && plain(decimal);

/**
 * Refuse a quality factor outside of 0.9 to 1.1. The factor 0 is allowed: it leaves a technician's rework of their own
 * job unpaid.
 */
export function assertQuality(quality: string | null | undefined): void {
  if (quality && !new Big(quality).eq(0) && (new Big(quality).lt('0.9') || new Big(quality).gt('1.1')))
    throw refuse.qualityOutside();
}

export async function assertTime(context: Context, time: string | null | undefined): Promise<void> {
  const allowed = Object.values(timeFactors(await context.parameter('as.wage.timeCoef')));
  if (time && !allowed.some((one) => new Big(one).eq(time))) throw refuse.timeOutside({ allowed: allowed.join(' / ') });
}

async function assertLines(context: Context, rows: NonNullable<Corrected['lines']>): Promise<Correction[]> {
  return Promise.all(
    rows.map(async ({ reason, ...row }) => {
      if (!reason) throw refuse.reasonMissing();
      if (row.qty !== null && !new Big(row.qty).gt(0)) throw refuse.linesMissing();
      assertQuality(row.qualityCoef);
      await assertTime(context, row.timeCoef);
      return {
        processId: row.processId,
        qty: asWritten(row.qty),
        qualityCoef: asWritten(row.qualityCoef),
        timeCoef: asWritten(row.timeCoef),
        reason,
      };
    }),
  );
}

/** Add lines for a process that the piece lacked, with the crew and shares of its first process. */
async function addProcess(
  context: Context,
  row: PieceRow,
  lines: readonly PieceLine[],
  one: Correction,
): Promise<void> {
  const found = await context.get(process, one.processId);
  if (!found.isLeaf) throw refuse.notLeaf();
  const [group = []] = Map.groupBy(
    lines,
    (line) => `${line.pieceworkProcessId} ${line.completionEquipmentId ?? ''}`,
  ).values();
  if (group.length === 0) throw refuse.lineUnknown();
  for (const line of group)
    await context.create(pieceLine, {
      pieceId: row.id,
      pieceworkProcessId: one.processId,
      technicianId: line.technicianId,
      technicianName: line.technicianName,
      qty: one.qty ?? '1',
      qualityCoef: one.qualityCoef ?? '1',
      timeCoef: one.timeCoef ?? line.timeCoef,
      pieceRatio: line.pieceRatio,
      shareRatio: line.shareRatio,
      collectSource: 'manual',
      manualReason: one.reason,
    });
}

async function correct(context: Context, row: PieceRow, lines: readonly PieceLine[], one: Correction): Promise<void> {
  const mine = lines.filter((line) => line.pieceworkProcessId === one.processId);
  if (mine.length === 0) return addProcess(context, row, lines, one);
  for (const line of mine)
    await context.change(pieceLine, line.id, {
      ...(one.qty && { qty: one.qty }),
      ...(one.timeCoef && { timeCoef: one.timeCoef }),
      // A technician's own rework has the quality factor 0 and stays unpaid.
      ...(one.qualityCoef && !new Big(line.qualityCoef ?? '1').eq(0) && { qualityCoef: one.qualityCoef }),
      collectSource: 'manual',
      manualReason: one.reason,
    });
}

/** Flag a piece that is priced by hand; the reason answers the flag. */
export async function flagManual(context: Context, row: PieceRow, reason: LocalizedText): Promise<void> {
  const answered = { answer: storedText(reason, 500), answerUser: context.person.id, answerTime: context.now() };
  const [known] = await context.find(pieceFlag, { pieceId: row.id, inconformFlag: 'manual' }, { first: 1 });
  if (known) await context.change(pieceFlag, known.id, answered);
  else
    await context.create(pieceFlag, {
      pieceId: row.id,
      inconformFlag: 'manual',
      detail: storedText(['人工调整', 'Set by hand']),
      ...answered,
    });
  const flags = row.inconformFlags ?? [];
  if (!flags.includes('manual')) await context.change(piece, row.id, { inconformFlags: [...flags, 'manual'] });
}

/**
 * Correct the work of a piece: processes, quantity, quality and time factor. Every change needs a reason, and
 * everything is priced again.
 */
export async function setContent(
  context: Context,
  row: PieceRow,
  { lines, maintenanceContent: content }: Corrected,
): Promise<CallAnswer<typeof correctWork>> {
  const corrections = await assertLines(context, lines ?? []);
  if (corrections.length === 0 && !content) throw refuse.linesMissing();
  if (content && row.completionId) await context.change(completion, row.completionId, { maintenanceContent: content });
  for (const one of corrections)
    await correct(context, row, await context.find(pieceLine, { pieceId: row.id }, { limit: 1000 }), one);
  const pieceAmount = await recompute(context, row);
  await setAmount(context, row, pieceAmount);
  if (corrections.length)
    await flagManual(
      context,
      row,
      corrections
        .map((one) => one.reason)
        .join('；')
        .slice(0, 500),
    );
  await recordPieces(context, row, {
    action: 'updateContent',
    from: row.pieceStatus,
    to: row.pieceStatus,
    before: row.pieceAmount,
    after: pieceAmount,
    remark:
      corrections
        .map((one) => one.reason)
        .join('；')
        .slice(0, 500) || null,
    changes: { lines: corrections, ...(content && { maintenanceContent: content }) },
  });
  return { id: row.id, pieceAmount };
}
