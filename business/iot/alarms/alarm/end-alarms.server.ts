import type { App, Context } from '#kernel/server';
import { dropStatesOfLeft } from '../engine/alarm-state.server.ts';
import { alarm } from './alarm.paper.ts';
import { settleDeviceLevels } from './device-level.server.ts';
import { leftHome } from './left-home.rules.ts';

const AT_ONCE = 500;

/**
 * SQL: open alarms of a device from a home that it has left, even if it has returned since. Storms are omitted: they
 * cover many devices and end with their members.
 */
const LEFT = `select a.id::text as id from iot_alarm a join iot_device d on d.tenant_id = a.tenant_id and d.id = a.device_id
  where a.tenant_id = $1 and a.device_id = $2 and a.is_deleted = 0 and a.alarm_status in ('active', 'confirmed', 'recovered', 'suppressed') and a.alarm_type <> 'storm'
    and ${leftHome('a.household_id', 'a.start_time')} limit ${AT_ONCE}`;

/**
 * End the watch of a repair, in which messages show whether it succeeded, when its device has left the home. Later
 * messages say nothing about the repair.
 */
async function endWatches(context: Context, deviceId: string): Promise<void> {
  const rows = await context.sql.query<{ id: string }>(
    `select a.id::text as id from iot_alarm a join iot_device d on d.tenant_id = a.tenant_id and d.id = a.device_id
     where a.tenant_id = $1 and a.device_id = $2 and a.is_deleted = 0 and a.verdict = 'watching' and a.verify_until > $3::timestamptz
       and ${leftHome('a.household_id', 'a.verify_from')} limit ${AT_ONCE}`,
    [context.tenantId, deviceId, context.now()],
  );
  const verifyUntil = context.now();
  const held = await context.lockRows(
    alarm,
    rows.map(({ id }) => id),
  );
  await context.changeAll(alarm, new Map(held.map(({ id }) => [id, { verifyUntil }])));
}

/** End alarms with the reason that their device has left the home where they began. */
export async function releaseLeft(context: Context, ids: readonly string[], reason: string | null): Promise<void> {
  const held = await context.lockRows(alarm, ids);
  await context.moveAll(
    alarm,
    held.map(({ id }) => id),
    'released',
    'leave',
    {
      releaseTime: context.now(),
      releaseType: 'left',
      releaseRemark: reason?.slice(0, 200) ?? null,
      openKey: null,
      repairDue: null,
      suppressedBy: null,
      shelvedUntil: null,
      stormId: null,
    },
  );
}

/**
 * End open alarms of a device that began in a home which it has left, and delete the rule states of that home. A repeat
 * has no effect.
 */
async function endAlarmsOfLeft(context: Context, deviceId: string, reason: string | null): Promise<void> {
  const open = await context.sql.query<{ id: string }>(LEFT, [context.tenantId, deviceId]);
  await releaseLeft(
    context,
    open.map(({ id }) => id),
    reason,
  );
  await endWatches(context, deviceId);
  await dropStatesOfLeft(context.sql, context.tenantId, deviceId);
  await settleDeviceLevels(context, [deviceId]);
}

/**
 * Subscribe to events by which a device leaves a home: unbound, moved out with its family, bound elsewhere, retired or
 * removed.
 */
export function listenForLeaving(app: App): void {
  for (const event of ['device.unbound', 'device.bound', 'device.left'])
    app.outbox.subscribe(event, (context, { data }) =>
      endAlarmsOfLeft(context, String(data.id), typeof data.reason === 'string' ? data.reason : null),
    );
}
