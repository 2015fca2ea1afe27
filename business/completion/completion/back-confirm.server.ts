import { must } from '#kernel/language/must.ts';
import { dropPiece, makePiece } from './piece.service.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { moveOrder } from '#business/dispatch/pool/follow.server.ts';
import { isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { refuse } from '../refusals.ts';
import { recountServices, updateMachines } from './after-pass.server.ts';
import { assertNoneApproved } from './collections.service.ts';
import { completion } from './completion.paper.ts';
import { liveCompletion } from './submit-for-visit.server.ts';

type Completion = Row<typeof completion>;
type Visit = Row<typeof visit>;

/** Send the completion of a visit back for correction, after the leader has returned the visit. */
export async function sentBack(context: Context, visitId: string, reason: string): Promise<void> {
  const done = await liveCompletion(context, visitId);
  if (!done || done.completeStatus !== 'submitted') throw refuse.nothingToCorrect();
  await context.move(completion, done.id, 'refill', 'sendBack', { backReason: reason });
}

/**
 * Refuse if the leader has not confirmed the visit. If the company requires no such confirmation, confirm the visit
 * now.
 */
async function confirmedByLeader(context: Context, of: Visit): Promise<void> {
  if (of.taskStatus === 'confirmed') return;
  if ((await context.parameter('as.completion.leaderConfirm')) !== 'false') throw refuse.leaderFirst();
  await context.move(visit, of.id, 'confirmed', 'confirm', { confirmTime: context.now() });
}

/**
 * Return the values of a completion that the back office confirms, and update its machines. Refuse if the leader must
 * confirm the visit first.
 */
export async function passCompletion(context: Context, of: Completion): Promise<Partial<Completion>> {
  const at = await context.get(visit, of.dispatchListId);
  await confirmedByLeader(context, at);
  await updateMachines(context, of);
  return {
    confirmResult: 'pass',
    confirmUser: context.person.id,
    confirmTime: context.now(),
    firstFix: at.visitSeq === 1 && of.visitResult === 'done' && !of.isRework,
  };
}

/**
 * Finish the confirmation of a completion. If its result is final, confirm its dispatch form and registration. Then
 * count services and create the piecework, which reads the confirmed completion.
 */
export async function passed(context: Context, of: Completion): Promise<void> {
  if (isFinal(of.visitResult)) {
    await context.move(dispatchForm, of.dispId, 'confirmed', 'pass', {
      currentVisitId: null,
      currentTechnicianId: null,
    });
    await context.change(visit, of.dispatchListId, { isCurrent: false });
    await moveOrder(context, must(of.registrationFormId, 'registrationFormId'), 'confirmed', 'pass');
  }
  await recountServices(context, of);
  const piece = await context.call(makePiece, { completionId: of.id });
  await context.change(completion, of.id, { pieceStatus: piece?.pieceStatus ?? 'none' });
}

/** Return the values of a completion that is to be redone. Its parts remain used, and it remains in the history. */
export function redo(of: Completion): Partial<Completion> {
  if (!isFinal(of.visitResult)) throw refuse.redoOfPartial();
  return { confirmResult: 'redo', firstFix: false };
}

/**
 * Return the values of a confirmed completion that is reopened, and undo what the confirmation did. Refuse if finance
 * approved its money.
 */
export async function reopen(context: Context, of: Completion): Promise<Partial<Completion>> {
  await context.call(assertNoneApproved, { completionId: of.id });
  await context.call(dropPiece, { completionId: of.id });
  if (isFinal(of.visitResult)) {
    await context.change(visit, of.dispatchListId, { isCurrent: true });
    await context.move(dispatchForm, of.dispId, 'completed', 'reopen', {
      currentVisitId: of.dispatchListId,
      currentTechnicianId: of.technicianId,
    });
    await moveOrder(context, must(of.registrationFormId, 'registrationFormId'), 'finished', 'reopen');
  }
  return { confirmResult: 'reopen', confirmUser: null, confirmTime: null, pieceStatus: 'none' };
}

/** Store the state of the piecework in many completions by one statement, because a pay period has thousands. */
export async function setPieceStatus(
  context: Context,
  completionIds: readonly string[],
  status: Completion['pieceStatus'],
): Promise<void> {
  if (!completionIds.length) return;
  await context.sql.query(
    'update ascompletionregistration c set piece_status = $5, version = c.version + 1, update_user = $3, update_time = $4 where c.tenant_id = $1 and c.id = any($2::bigint[])',
    [context.tenantId, completionIds, context.person.id, context.now(), status],
  );
}
