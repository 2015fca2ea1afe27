import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';

/** Set the alarm level of devices: the most severe alarm that is open and not suppressed. */
export async function settleDeviceLevels(context: Context, deviceIds: readonly (string | null)[]): Promise<void> {
  const ids = [...new Set(deviceIds.filter((one): one is string => one !== null))];
  if (ids.length === 0) return;
  const rows = await context.sql.query<{ id: string; level: Row<typeof device>['alarmLevel'] }>(
    `select d.id::text as id, (select level from iot_alarm a where a.tenant_id = $1 and a.device_id = d.id and a.is_deleted = 0 and a.alarm_status in ('active', 'confirmed')
       order by array_position(array['critical', 'major', 'minor', 'info'], level) limit 1) as level
     from unnest($2::bigint[]) as d(id)`,
    [context.tenantId, ids],
  );
  await context.touch(
    device,
    rows.map(({ id, level }) => ({ id, alarmLevel: level })),
  );
}
