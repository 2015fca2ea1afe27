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

/** The open visits of a form; there is at most one that was sent. */
export async function openVisits(context: Context, dispId: string): Promise<Visit[]> {
  return context.find(visit, { dispId, taskStatus: [...OPEN_VISIT_STATES] }, { limit: 20 });
}

/** Takes a visit back from its technician; its form follows. */
export async function recall(context: Context, one: Visit, why: 'backToPool' | 'timeout'): Promise<void> {
  const moved = await context.move(visit, one.id, 'recalled', why, { isCurrent: false });
  if (moved) await releaseOccupancy(context, one.id);
}

/** A visit goes back into the pool and its form waits to be dispatched again: leave by force, a hold, a dispatcher's word. */
export async function backToPool(context: Context, visitId: string, reason: LocalizedText): Promise<void> {
  const one = await context.get(visit, visitId);
  await recall(context, one, 'backToPool');
  const [zh, en] = bilingual(storedText(reason));
  await context.note(visit, visitId, 'reason', [`退回原因：${zh}`, `Why back in the pool: ${en}`]);
}

/** Whatever was planned for a form does not take place. */
export async function cancelVisits(context: Context, dispId: string): Promise<void> {
  for (const one of await openVisits(context, dispId)) {
    const moved = await context.move(visit, one.id, 'cancelled', 'mirror', { isCurrent: false });
    if (moved) await releaseOccupancy(context, one.id);
  }
}

/** The dispatch form of a registration that is not cancelled, if there is one. */
export async function liveForm(context: Context, registrationFormId: string): Promise<Row<typeof dispatchForm> | null> {
  const forms = await context.find(dispatchForm, { registrationFormId }, { limit: 1000 });
  return forms.find((one) => one.dispatchStatus !== 'cancelled') ?? null;
}

/** The form waits for a visit: it has none that is open, and nobody holds it. */
export async function assertWaits(context: Context, dispId: string): Promise<Row<typeof dispatchForm>> {
  const { registrationFormId } = await context.get(dispatchForm, dispId);
  await lockPoolRow(context, registrationFormId, dispId);
  const form = await context.get(dispatchForm, dispId);
  if ((await openVisits(context, dispId)).length > 0) throw refuse.visitOpen({ no: form.dispNo });
  if (form.dispatchStatus === 'onHold') throw refuse.formOnHold({ no: form.dispNo });
  if (form.dispatchStatus !== 'draft') throw refuse.formNotWaiting({ no: form.dispNo });
  return form;
}

/** Holds an order and its form until the commit: whoever cancels, holds or sends it at the same moment comes before or after, never between. */
export async function lockPoolRow(context: Context, registrationFormId: string, dispId?: string): Promise<void> {
  await context.lockRows(registration, [registrationFormId]);
  if (dispId) await context.lockRows(dispatchForm, [dispId]);
}
