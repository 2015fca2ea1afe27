import type { WorkSteps } from '#kernel/server';
import { addMinutes } from '#kernel/language/days.ts';
import { alarm } from './alarm.paper.ts';
import { settleDeviceLevels } from './device-level.server.ts';
import { resumeSilenced } from './resume.server.ts';

const AT_ONCE = 500;

/**
 * Move alarms that are due by time: resume those whose shelving has expired, close those recovered for
 * `iot.alarm.autoCloseHours`, and end storms without suppressed members.
 */
export async function keepAlarms({ step }: WorkSteps): Promise<void> {
  const shelved = await step((context) =>
    context.sql.query<{ id: string }>(
      `select id::text as id from iot_alarm where tenant_id = $1 and is_deleted = 0 and alarm_status = 'suppressed' and suppressed_by = 'shelve' and shelved_until <= $2::timestamptz limit ${AT_ONCE}`,
      [context.tenantId, context.now()],
    ),
  );
  if (shelved.length > 0) await step((context) => resumeSilenced(context, { id: shelved.map((one) => one.id) }));
  await step(async (context) => {
    const hours = Number(await context.parameter('iot.alarm.autoCloseHours'));
    const old = await context.sql.query<{ id: string }>(
      `select id::text as id from iot_alarm where tenant_id = $1 and is_deleted = 0 and alarm_status = 'recovered' and recover_time <= $2::timestamptz limit ${AT_ONCE}`,
      [context.tenantId, addMinutes(context.now(), -hours * 60)],
    );
    await context.moveAll(
      alarm,
      old.map((one) => one.id),
      'closed',
      'expire',
      { openKey: null },
    );
  });
  await step(async (context) => {
    const over = await context.sql.query<{ id: string; status: string; deviceId: string | null }>(
      `select s.id::text as id, s.alarm_status as status, s.device_id::text as "deviceId" from iot_alarm s where s.tenant_id = $1 and s.is_deleted = 0 and s.alarm_type = 'storm' and s.alarm_status in ('active', 'confirmed')
         and not exists (select 1 from iot_alarm m where m.tenant_id = $1 and m.storm_id = s.id and m.is_deleted = 0 and m.alarm_status = 'suppressed') limit ${AT_ONCE}`,
      [context.tenantId],
    );
    for (const { id, status } of over)
      await context.move(alarm, id, status === 'active' ? 'recovered' : 'closed', 'clear', {
        recoverTime: context.now(),
        ...(status === 'confirmed' && { openKey: null }),
      });
    await settleDeviceLevels(
      context,
      over.map((one) => one.deviceId),
    );
  });
}
