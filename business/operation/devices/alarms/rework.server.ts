import { bilingual } from '#kernel/language/label.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import type { Context } from '#kernel/server';
import { OPEN_REPAIR_STATES } from '#business/intake/repair-form/duplicate.rules.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { refuse } from '../../refusals.ts';
import { type AlarmRepair, formOfAlarm } from './repair-from-alarm.server.ts';

/** May a rework be requested? Only if the verdict is that the repair failed, and no rework request is open. */
export async function mayRework(
  context: Pick<Context, 'find'>,
  { verdict, reworkFormId }: { readonly verdict?: string | null; readonly reworkFormId?: string | null },
): Promise<boolean> {
  if (verdict !== 'unfixed') return false;
  const [form] = reworkFormId ? await context.find(repairForm, { id: reworkFormId }, { first: 1 }) : [];
  return !form || !(OPEN_REPAIR_STATES as readonly string[]).includes(form.repairStatus);
}

/**
 * Create a rework request, because telemetry shows that the repair failed. Notify team leaders and customer service.
 */
export async function reworkOfAlarm(context: Context, alarmId: string): Promise<AlarmRepair> {
  const [row] = await context.lockRows(alarm, [alarmId]);
  if (!(await mayRework(context, row))) throw refuse.noRework();
  const made = await formOfAlarm(context, row, ['返修', 'Rework']);
  await context.change(alarm, alarmId, { reworkFormId: made.form.id });
  const [zh, en] = bilingual(String(row.title));
  await context.call(sendNotice, {
    to: [],
    roles: ['as_leader', 'as_cs'],
    kind: 'system',
    title: [`返修：${zh}`, `Rework: ${en}`],
    content: [
      `${row.alarmNo} 没修好，已建返修单 ${made.form.repairNo}`,
      `${row.alarmNo} was not fixed: ${made.form.repairNo}`,
    ],
    about: { paper: 'repairForm', id: made.form.id, caption: String(made.form.repairNo) },
    again: 'rework',
  });
  return made;
}
