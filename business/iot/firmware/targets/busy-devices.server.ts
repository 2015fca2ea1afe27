import type { Label } from '#kernel/language/label.ts';
import type { Reading } from '#kernel/server';
import type { UpgradeTarget } from './matching-devices.server.ts';

/** Key of an open upgrade: a device has one of each module at a time. */
export const upgradeKey = (deviceId: string, module: string): string => `${deviceId} ${module}`;

export const BUSY: Label = ['正在执行另一个升级', 'Another upgrade of it is under way'];

/** Return those devices that are being upgraded in this module. */
export async function busyDevices(
  reading: Reading,
  module: string,
  targets: readonly UpgradeTarget[],
): Promise<ReadonlySet<string>> {
  const rows = await reading.sql.query<{ id: string }>(
    'select device_id::text as id from iot_upgrade_execution where tenant_id = $1 and open_key = any($2::text[])',
    [reading.tenantId, targets.map(({ id }) => upgradeKey(id, module))],
  );
  return new Set(rows.map(({ id }) => id));
}
