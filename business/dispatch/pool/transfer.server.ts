import { type LocalizedText, storedText, bilingual } from '#kernel/language/label.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { leadBy } from '../crew/crew.server.ts';
import { releaseOccupancy } from '../occupancy/occupancy.server.ts';
import { lockPoolRow, openVisits } from './pool.server.ts';
import { visit } from '../visit/visit.paper.ts';

/**
 * A transfer of a visit to another technician. Without a new time the present one stays; soft conflicts need `force`.
 */
export interface Transfer {
  readonly dispId: string;
  readonly technicianId: string;
  readonly planStart: string | null;
  readonly planEnd: string | null;
  readonly reason: LocalizedText;
  readonly force?: boolean;
}

const UNDER_WAY = ['traveling', 'working', 'paused'];

/**
 * Transfer the open visit of a form to another technician, by closing it and dispatching a new one. Return the id of
 * the new visit.
 */
export async function transfer(
  context: Context,
  { dispId, technicianId, planStart, planEnd, reason, force }: Transfer,
): Promise<string> {
  const { registrationFormId } = await context.get(dispatchForm, dispId);
  await lockPoolRow(context, registrationFormId, dispId);
  const form = await context.get(dispatchForm, dispId);
  const [open] = (await openVisits(context, dispId)).filter((one) => one.sentTime);
  if (!open) throw refuse.nothingToTransfer({ no: form.dispNo });
  if (open.technicianId === technicianId) throw refuse.sameTechnician();
  if (UNDER_WAY.includes(open.taskStatus)) context.need('asdispatchform_transferUnderWay', refuse.transferUnderWay());
  await releaseOccupancy(context, open.id);
  const moved = await context.move(visit, open.id, 'transferred', 'updateUser', { isCurrent: false });
  if (!moved) throw refuse.nothingToTransfer({ no: form.dispNo });
  const [zh, en] = bilingual(storedText(reason));
  await context.note(visit, open.id, 'transferReason', [`转派原因：${zh}`, `Why handed over: ${en}`]);
  await leadBy(context, dispId, technicianId);
  const transferCount = (await context.find(visit, { dispId, taskStatus: 'transferred' }, { limit: 1000 })).length;
  await context.change(dispatchForm, dispId, { transferCount }, reason);
  const made = await context.submit(visit, {
    dispId,
    technicianId,
    planStart: planStart ?? open.planStart,
    planEnd: planEnd ?? open.planEnd,
    force,
    forceReason: storedText(reason, 255),
  });
  return made.id;
}
