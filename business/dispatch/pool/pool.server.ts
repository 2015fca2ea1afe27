import { type LocalizedText, storedText, bilingual } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { releaseOccupancy } from '../occupancy/occupancy.server.ts';
import { OPEN_VISIT_STATES } from '../visit/visit-states.rules.ts';
import { visit } from '../visit/visit.paper.ts';

type Visit = Row<typeof visit>;

/** Return the open visits of a form; at most one of them is dispatched. */
export async function openVisits(context: Context, dispId: string): Promise<Visit[]> {
  return context.find(visit, { dispId, taskStatus: [...OPEN_VISIT_STATES] }, { limit: 20 });
}

/** Recall a visit from its technician, and release the booked time. */
export async function recall(context: Context, one: Visit, why: 'backToPool' | 'timeout'): Promise<void> {
  const moved = await context.move(visit, one.id, 'recalled', why, { isCurrent: false });
  if (moved) await releaseOccupancy(context, one.id);
}

/** Recall a visit so that its order waits for dispatch again, and note the reason at the visit. */
export async function backToPool(context: Context, visitId: string, reason: LocalizedText): Promise<void> {
  const one = await context.get(visit, visitId);
  await recall(context, one, 'backToPool');
  const [zh, en] = bilingual(storedText(reason));
  await context.note(visit, visitId, 'reason', [`退回原因：${zh}`, `Why back in the pool: ${en}`]);
}

/** Cancel the open visits of a form. */
export async function cancelVisits(context: Context, dispId: string): Promise<void> {
  for (const one of await openVisits(context, dispId)) {
    const moved = await context.move(visit, one.id, 'cancelled', 'mirror', { isCurrent: false });
    if (moved) await releaseOccupancy(context, one.id);
  }
}

/** Return the dispatch form of a registration. Null if it has none, or only cancelled ones. */
export async function liveForm(context: Context, registrationFormId: string): Promise<Row<typeof dispatchForm> | null> {
  const forms = await context.find(dispatchForm, { registrationFormId }, { limit: 1000 });
  return forms.find((one) => one.dispatchStatus !== 'cancelled') ?? null;
}

/** Lock a form that waits for a visit, and return it. Refuse one with an open visit, on hold, or in another state. */
export async function assertWaits(context: Context, dispId: string): Promise<Row<typeof dispatchForm>> {
  const { registrationFormId } = await context.get(dispatchForm, dispId);
  await lockPoolRow(context, registrationFormId, dispId);
  const form = await context.get(dispatchForm, dispId);
  if ((await openVisits(context, dispId)).length > 0) throw refuse.visitOpen({ no: form.dispNo });
  if (form.dispatchStatus === 'onHold') throw refuse.formOnHold({ no: form.dispNo });
  if (form.dispatchStatus !== 'draft') throw refuse.formNotWaiting({ no: form.dispNo });
  return form;
}

/**
 * Lock an order, and its form if it has one, until the commit. Concurrent cancels, holds and dispatches then run one
 * after another.
 */
export async function lockPoolRow(context: Context, registrationFormId: string, dispId?: string): Promise<void> {
  await context.lockRows(registration, [registrationFormId]);
  if (dispId) await context.lockRows(dispatchForm, [dispId]);
}
