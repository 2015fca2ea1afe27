import type { Sql } from '#kernel/server';
import { newestValue } from '../store/read-messages.server.ts';
import type { CountedDevice } from './counted-device.rules.ts';
import type { GrowthStates } from './day-figures.rules.ts';
import { readGrowthBytes } from './growth-bytes.rules.ts';
import { type CounterReading, seenUntil } from './growth.rules.ts';

/** Where hours before a day wait to be counted, its counters are followed through so much of it. */
const REPLAYED_MS = 86_400_000;

const lastSeen = (states: GrowthStates): number => Math.max(0, ...[...states.values()].map(seenUntil));

/** Where the counters of a device go on from, and the moment from which their readings follow. */
export interface CounterStart {
  /** Null: nothing is stored, or it is of the time before the owner. */ readonly states: GrowthStates | null;
  readonly follows: number;
}

/** Return where the counters of a device were when the counted day before a day ended; `begin`: when that day begins. */
export async function counterStart(
  sql: Sql,
  { tenantId, deviceId, since = 0 }: CountedDevice,
  { day, begin }: { readonly day: string; readonly begin: number },
): Promise<CounterStart> {
  const [row] = await sql.query<{ growth: Buffer | null }>(
    'select growth from iot_days where tenant_id = $1 and device_id = $2 and day < $3::date order by day desc limit 1',
    [tenantId, deviceId, day],
  );
  const states = row?.growth ? readGrowthBytes(row.growth) : null;
  if (!states || lastSeen(states) < since) return { states: null, follows: begin };
  return { states, follows: Math.min(begin, Math.max(begin - REPLAYED_MS, lastSeen(states) + 1)) };
}

/** Return the newest number of a property up to a moment that belongs to the owner of now; null: there is none. */
export async function newestReading(
  sql: Sql,
  device: CountedDevice,
  identifier: string,
  until: number,
): Promise<CounterReading | null> {
  const found = await newestValue(sql, device, identifier, until);
  if (typeof found?.value !== 'number' || found.ts < (device.since ?? 0)) return null;
  return { ts: found.ts, value: found.value };
}
