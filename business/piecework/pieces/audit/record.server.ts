import type { KeyOf } from '#kernel/language/dictionary.ts';
import { type LocalizedText, storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import type { auditAction } from '../../dictionaries.ts';
import { auditRecord } from '../audit-record.paper.ts';
import type { piece } from '../piece.paper.ts';

export type PieceRow = Row<typeof piece>;

interface Step {
  readonly action: KeyOf<typeof auditAction>;
  readonly from: PieceRow['pieceStatus'];
  readonly to: PieceRow['pieceStatus'];
  readonly before: string | null;
  readonly after: string | null;
  readonly remark?: LocalizedText | null;
  readonly changes?: Record<string, unknown>;
}

/** Record one step of the audit with state and amount before and after, in the transaction of the step. */
export async function recordPieces(
  context: Context,
  { id, pieceNo }: Pick<PieceRow, 'id' | 'pieceNo'>,
  { action, from, to, before, after, remark = null, changes }: Step,
): Promise<void> {
  await context.create(auditRecord, {
    pieceId: id,
    pieceNo,
    auditAction: action,
    fromStatus: from,
    toStatus: to,
    amountBefore: before,
    amountAfter: after,
    auditUser: context.person.id,
    auditTime: context.now(),
    remark: remark && storedText(remark),
    ...(changes && { changes }),
  });
}

/** Copy the state of the piece to its completion. */
export async function mirrorToCompletion(
  context: Context,
  completionId: string | null,
  pieceStatus: PieceRow['pieceStatus'],
): Promise<void> {
  if (completionId) await context.change(completion, completionId, { pieceStatus });
}
