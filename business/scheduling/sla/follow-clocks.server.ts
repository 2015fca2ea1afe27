import type { Context } from '#kernel/server';
import {
  cancelClocks,
  meetClock,
  pauseClocks,
  reopenClock,
  resumeClocks,
  setArriveDue,
  startResponse,
} from './clocks.server.ts';
import type { ClockedForm, ClockedOrder } from './clocked-order.service.ts';
import { pausesFor } from './sla.rules.ts';

const isHeld = (order: ClockedOrder, reasons: readonly string[]): boolean =>
  order.registerStatus === 'waiting' && reasons.includes(order.holdReason ?? '');

/**
 * Pause the clocks of an order that is put on hold for a pausing reason, and resume them when it is released. A
 * parameter lists these reasons.
 */
async function pauseOrResume(context: Context, before: ClockedOrder, order: ClockedOrder): Promise<void> {
  if (before.registerStatus === order.registerStatus && before.holdReason === order.holdReason) return;
  const reasons = pausesFor(await context.parameter('as.sla.pauseReasons'), 'hold');
  const [was, is] = [isHeld(before, reasons), isHeld(order, reasons)];
  if (is && !was) await pauseClocks(context, order.id);
  if (was && !is) await resumeClocks(context, order.id);
}

/** Update the clocks of an order after its state, hold or promise changed. */
export async function clocksFollow(context: Context, before: ClockedOrder, order: ClockedOrder): Promise<void> {
  await pauseOrResume(context, before, order);
  if (before.promiseTo !== order.promiseTo) await setArriveDue(context, order.id);
  const [from, to] = [before.registerStatus, order.registerStatus];
  if (from === to) return;
  if (to === 'cancelled') await cancelClocks(context, order.id);
  if (to === 'finished' && from === 'confirmed') await reopenClock(context, order.id, 'finish');
  else if (to === 'finished' || to === 'confirmed') {
    await meetClock(
      context,
      order.id,
      'finish',
      from === 'finished' ? context.now() : (order.finishTime ?? context.now()),
    );
    // An order that was solved without a visit needs no arrival any more.
    await cancelClocks(context, order.id);
  } else if (from === 'finished') await reopenClock(context, order.id, 'finish');
}

/** Meet, cancel or start the clock of a repair form after the action `by`. */
export async function responseFollows(context: Context, form: ClockedForm, by: string): Promise<void> {
  if (by === 'accept') await meetClock(context, form.id, 'response', context.now());
  if (['reject', 'merge', 'cancel'].includes(by)) await cancelClocks(context, form.id);
  if (by === 'reopen' || by === 'submit') await startResponse(context, form);
}
