import { addSeconds } from '#kernel/language/days.ts';
import type { Context } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { riskyAttributes } from '../content/risky-attributes.server.ts';
import { OPEN_STATES } from '../dispatch/command-states.rules.ts';
import { newCommands } from '../new-commands.server.ts';
import type { Shadow } from './reached.server.ts';

/** Name of the parameter with the hours for which a wanted value waits for its device. */
export const DESIRED_HOURS = 'iot.command.desiredHours';

/** Return the hours for which a wanted value waits. */
export const desiredHours = async (context: Pick<Context, 'parameter'>): Promise<number> =>
  Number(await context.parameter(DESIRED_HOURS)) || 24;

/** Return the devices among these that have an open command with settings. */
async function withOpenSetting({ sql, tenantId }: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    `select distinct device_id::text as id from iot_instruction_task_device
     where tenant_id = $1 and is_deleted = 0 and device_id = any($2::bigint[]) and source = 'setting' and exec_status = any($3::text[])`,
    [tenantId, ids, OPEN_STATES],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Send the wanted values of devices that have connected, each as one command. Values that are wanted for too long are
 * not sent.
 */
export async function sendDesired(context: Context, shadows: readonly Shadow[]): Promise<void> {
  if (shadows.length === 0) return;
  const hours = await desiredHours(context);
  const oldest = context.instant() / 1000 - hours * 3600;
  const ids = shadows.map(({ deviceId }) => deviceId);
  const busy = await withOpenSetting(context, ids);
  const devices = new Map((await context.find(device, { id: ids }, { limit: ids.length })).map((row) => [row.id, row]));
  for (const { deviceId, desired, meta } of shadows) {
    const row = devices.get(deviceId);
    const set = Object.fromEntries(Object.entries(desired).filter(([key]) => (meta[key]?.at ?? 0) > oldest));
    if (!row || busy.has(deviceId) || Object.keys(set).length === 0) continue;
    await newCommands(context, [row], {
      content: { set },
      attributes: await riskyAttributes(context, row.modelId, row.modelVersion),
      riskLevel: 'low',
      source: 'setting',
      waitOnline: true,
      expireTime: addSeconds(context.now(), hours * 3600),
    });
  }
}
