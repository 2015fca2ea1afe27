import type { Context } from '#kernel/server';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { alarmSuppression } from '#business/iot/alarms/suppression/alarm-suppression.paper.ts';
import { resumeSilenced } from '#business/iot/alarms/alarm/resume.server.ts';
import { homesOfVisit } from './homes-of-visit.server.ts';

const MOST = 200;

/**
 * Suppress the alarms of the homes of a visit while the technician works there, because the work itself causes alarms.
 */
export async function silenceHome(context: Context, visitId: string): Promise<void> {
  const [row] = await context.find(visit, { id: visitId }, { first: 1 });
  if (row?.taskStatus !== 'working') return;
  const known = new Set(
    (await context.find(alarmSuppression, { sourceId: visitId, enabled: true }, { limit: MOST })).map(
      (one) => one.householdId,
    ),
  );
  for (const householdId of await homesOfVisit(context, row))
    if (!known.has(householdId))
      await context.create(alarmSuppression, {
        name: `上门 ${row.taskNo}`,
        suppressType: 'maintenance',
        householdId,
        startTime: context.now(),
        enabled: true,
        reason: '技师在上门',
        sourceId: visitId,
      });
}

/** End the suppression of a visit. Alarms whose cause still holds become active and are announced. */
export async function endSilence(context: Context, visitId: string): Promise<void> {
  for (const row of await context.find(alarmSuppression, { sourceId: visitId, enabled: true }, { limit: MOST })) {
    await context.change(alarmSuppression, row.id, { endTime: context.now(), enabled: false });
    await resumeSilenced(context, { householdId: row.householdId, suppressedBy: 'maintenance' });
  }
}
