import type { FieldName } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { alarm } from './alarm.paper.ts';
import { settleDeviceLevels } from './device-level.server.ts';

const AT_ONCE = 500;

/**
 * Make suppressed alarms active again and announce them, because their suppression has ended while their cause still
 * holds.
 */
export async function resumeSilenced(
  context: Context,
  which: Partial<Record<FieldName<typeof alarm> | 'id', unknown>>,
): Promise<void> {
  const rows = await context.find(alarm, { ...which, alarmStatus: 'suppressed' }, { first: AT_ONCE });
  if (rows.length === 0) return;
  await context.moveAll(
    alarm,
    rows.map((one) => one.id),
    'active',
    'resume',
    { suppressedBy: null, shelvedUntil: null, stormId: null },
  );
  for (const { id } of rows) await context.emit('alarm.raised', { id });
  await settleDeviceLevels(
    context,
    rows.map((one) => one.deviceId),
  );
}
