import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { readShadows } from '#business/iot/commands/shadow/reached.server.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { MAX_DEVICES } from '../binding/unbind.server.ts';
import { spokenBy, wallValues } from '../wall/spoken.server.ts';
import type { readHomeValues } from './household.calls.ts';
import { household } from './household.paper.ts';

/** Properties that this call returns in addition to those of wall displays. */
const BESIDE = ['ambientTemp'];

/**
 * Return the current values of a home's devices that the caller may see, without values from before the home got the
 * device.
 */
export async function homeValues(reading: Reading, id: string): Promise<CallAnswer<typeof readHomeValues>> {
  await reading.visible(household).all([id]);
  const rows = await reading
    .visible(device, { match: { householdId: id } })
    .rows({ order: 't.id', limit: MAX_DEVICES });
  const spoken = await spokenBy(
    reading,
    rows.map((row) => row.id),
    BESIDE,
  );
  const shadows = await readShadows(
    reading.sql,
    reading.tenantId,
    rows.map((row) => row.id),
  );
  const wanted = new Map(shadows.map(({ deviceId, desired }) => [deviceId, desired]));
  return rows.map((row) => {
    const one = spoken.get(row.id);
    return {
      id: row.id,
      name: row.deviceName,
      category: one?.category ?? '',
      onlineStatus: String(row.onlineStatus ?? 'unknown'),
      alarmLevel: row.alarmLevel ? String(row.alarmLevel) : null,
      reportIntervalSec: one?.intervalSec ?? 60,
      values: one ? wallValues(one) : [],
      wanted: { ...wanted.get(row.id) },
    };
  });
}
