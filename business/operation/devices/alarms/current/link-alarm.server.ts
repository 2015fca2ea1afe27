import type { Context } from '#kernel/server';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';

/** A request that somebody wrote himself from an alarm is the request of that alarm: none is made beside it. */
export async function linkAlarm(context: Context, formId: string): Promise<void> {
  const [form] = await context.find(repairForm, { id: formId }, { first: 1 });
  if (!form?.alarmId) return;
  const [row] = await context.lockRows(alarm, [String(form.alarmId)]);
  if (row && !row.repairFormId) await context.change(alarm, row.id, { repairFormId: form.id, repairDue: null });
}
