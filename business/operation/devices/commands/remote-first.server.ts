import { addMinutes } from '#kernel/language/days.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { commandFacts } from '#business/iot/commands/command-facts.relation.ts';
import { remedyOf, sendRemedy } from '#business/iot/commands/control/remedy.server.ts';
import { device } from '#business/iot/devices/device.paper.ts';

const WAIT_MINUTES = 15;

/** Was a remedy sent to the device on this day? */
async function isTriedToday(context: Context, deviceId: string): Promise<boolean> {
  const rows = await context.sql.query(
    `select 1 from ${commandFacts} c where c.tenant_id = $1 and c.device_id = $2 and c.source = 'remote' and c.command_time >= $3::date limit 1`,
    [context.tenantId, deviceId, context.today()],
  );
  return rows.length > 0;
}

/**
 * Try the remote remedy of an alarm before a repair is requested, once a day and device. It is never sent by itself for
 * a matter of safety, or where it is of high risk. Return whether the request waits for its effect.
 */
export async function triesRemote(context: Context, row: Row<typeof alarm>): Promise<boolean> {
  if (row.safety || !row.deviceId) return false;
  const found = await remedyOf(context, row.troubleCodeId);
  if (!found || found.code.safety || found.of.riskLevel === 'high') return false;
  const [of] = await context.find(device, { id: row.deviceId, onlineStatus: 'online' }, { first: 1 });
  if (!of || of.modelId !== found.of.modelId || (await isTriedToday(context, of.id))) return false;
  await context.change(alarm, row.id, {
    repairDue: addMinutes(context.now(), found.code.remoteWaitMin ?? WAIT_MINUTES),
  });
  await sendRemedy(context, of, { of: found.of, isOverride: false, reason: null });
  return true;
}
