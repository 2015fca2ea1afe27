import type { Context } from '#kernel/server/context.ts';
import { technician } from '#business/maintenance/people/technician/technician.paper.ts';
import { refuse } from '../../refusals.ts';
import { pieceLine } from '../piece-line.paper.ts';
import type { Piece } from './record.server.ts';

/** Nobody audits a piece of his own crew: not as the lead, not by a line of his. */
export async function assertNotOwnCrew(context: Context, row: Piece): Promise<void> {
  const [me] = await context.find(technician, { userId: context.person.id }, 1);
  if (!me) return;
  const mine = row.leadTechnicianId === me.id || (await context.find(pieceLine, { pieceId: row.id, technicianId: me.id }, 1)).length > 0;
  if (mine) throw refuse.ownCrew();
}
