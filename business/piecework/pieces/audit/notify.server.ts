import type { LocalizedText } from '#kernel/language/label.ts';
import type { Context } from '#kernel/server';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { pieceLine } from '../piece-line.paper.ts';
import type { PieceRow } from './record.server.ts';

const titles = {
  pieceApproved: ['计件通过', 'Piece approved'],
  pieceReturned: ['计件退回', 'Piece sent back'],
  pieceCancelled: ['计件取消', 'Piece cancelled'],
} as const;

/** Notify the crew of the result of an audit step. A returned piece goes to the leader. */
export async function notifyCrew(
  context: Context,
  row: PieceRow,
  event: keyof typeof titles,
  words: LocalizedText,
): Promise<void> {
  const lines = await context.find(pieceLine, { pieceId: row.id }, { limit: 1000 });
  const about = {
    event,
    title: [`${titles[event][0]} ${row.pieceNo}`, `${titles[event][1]} ${row.pieceNo}`] as const,
    content: words,
    bizType: 'piece' as const,
    bizId: row.id,
    bizNo: row.pieceNo,
    again: row.version,
  };
  const [form] = row.dispId ? await context.find(dispatchForm, { id: row.dispId }, { first: 1 }) : [];
  const technicians =
    event === 'pieceReturned'
      ? [row.leadTechnicianId].filter((one) => one !== null)
      : [...new Set(lines.map((line) => line.technicianId))];
  if (technicians.length) await context.call(notifyStaff, { ...about, to: { technicians } });
  if (event === 'pieceReturned' && form)
    await context.call(notifyStaff, {
      ...about,
      to: { roles: ['as_leader'], team: form.customerServiceTeam },
      todo: true,
    });
}
