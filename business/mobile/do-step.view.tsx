import { whereNow } from '#kernel/web/pickers/camera/take-photo.ts';
import { type StepFile, queueStep } from '#kernel/web/http/offline/outbox.ts';
import { metresBetween } from '#business/dispatch/candidates/distance.rules.ts';
import type { Visit } from '#business/completion/at-door/own-day.calls.ts';
import { beginOf } from './day.rules.ts';
import { DAY_VISITS } from './use-day.view.tsx';

/** Return the facts that the list of unsent steps shows about a step. */
export const stepFactsOf = (of: Visit): Record<string, unknown> => ({
  customer: of.registration?.customerName ?? of.taskNo,
  time: beginOf(of),
  taskNo: of.taskNo,
});

/** Queue a step of a visit; its time is set when it is stored. */
export async function doStep(
  of: Visit,
  name: string,
  body: Readonly<Record<string, unknown>> = {},
  facts: Readonly<Record<string, unknown>> = {},
  files: readonly StepFile[] = [],
): Promise<void> {
  await queueStep({
    matter: of.id,
    name,
    path: `${DAY_VISITS}/${name === 'noAccess' ? 'finish' : name}`,
    body: { id: of.id, at: '', ...body },
    facts: { ...stepFactsOf(of), ...facts },
    files,
  });
}

/** Return the phone's position and its distance from the address, in metres. */
export async function distanceTo(
  of: Visit,
): Promise<{ readonly location: string | null; readonly metres: number | null }> {
  const location = await whereNow();
  return { location, metres: metresBetween(location, of.registration?.location) };
}
