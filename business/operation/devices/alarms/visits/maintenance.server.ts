import type { Context } from '#kernel/server';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { alarmSuppression } from '#business/iot/alarms/suppression/alarm-suppression.paper.ts';
import { resumeSilenced } from '#business/iot/alarms/alarm/resume.server.ts';
import { household } from '../../households/household.paper.ts';

/** Whoever works in a home makes its devices say much: from his arrival on, none of it is told. */
export async function silenceHome(context: Context, visitId: string): Promise<void> {
  const [row] = await context.find(visit, { id: visitId }, 1);
  const [order] = row?.registrationFormId ? await context.find(registration, { id: row.registrationFormId }, 1) : [];
  const [home] = order?.customerId
    ? await context.find(
        household,
        { customerId: order.customerId, householdStatus: ['pending', 'active', 'disabled'] },
        1,
      )
    : [];
  if (!home || row.taskStatus !== 'working') return;
  const [known] = await context.find(alarmSuppression, { sourceId: visitId, enabled: true }, 1);
  if (known) return;
  await context.create(alarmSuppression, {
    name: `上门 ${row.taskNo}`,
    suppressType: 'maintenance',
    householdId: home.id,
    startTime: context.now(),
    enabled: true,
    reason: '技师在上门',
    sourceId: visitId,
  } as never);
}

/** He left: what still holds is told from now on. */
export async function endSilence(context: Context, visitId: string): Promise<void> {
  for (const row of await context.find(alarmSuppression, { sourceId: visitId, enabled: true }, 10)) {
    await context.change(alarmSuppression, row.id, { endTime: context.now(), enabled: false });
    await resumeSilenced(context, { householdId: row.householdId, suppressedBy: 'maintenance' });
  }
}
