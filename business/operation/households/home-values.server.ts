import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { MOST_DEVICES } from '../binding/unbind.server.ts';
import { spokenBy, wallValues } from '../wall/spoken.server.ts';
import type { readHomeValues } from './household.calls.ts';
import { household } from './household.paper.ts';

/** The temperature outdoors is no reading for a wall, but a fact of the home. */
const BESIDE = ['ambientTemp'];

/** What the devices of a home say, as whoever asks may see them; nothing of those who lived with them before. */
export async function homeValues(reading: Reading, id: string): Promise<CallAnswer<typeof readHomeValues>> {
  await reading.visible(household).all([id]);
  const rows = await reading
    .visible(device, { match: { householdId: id } })
    .rows({ order: 't.id', limit: MOST_DEVICES });
  const spoken = await spokenBy(
    reading,
    rows.map((row) => row.id),
    BESIDE,
  );
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
    };
  });
}
