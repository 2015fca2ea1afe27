import type { Context } from '#kernel/server';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';

/**
 * If a person has written a repair request from an alarm, record it in the alarm, so that none is created
 * automatically.
 */
export async function linkAlarm(context: Context, formId: string): Promise<void> {
  const [form] = await context.find(repairForm, { id: formId }, { first: 1 });
  if (!form?.alarmId) return;
  const [row] = await context.lockRows(alarm, [String(form.alarmId)]);
  if (row && !row.repairFormId) await context.change(alarm, row.id, { repairFormId: form.id, repairDue: null });
}
