import type { Sql } from '#kernel/server';
import { newestValue } from '../store/read-messages.server.ts';
import type { CountedDevice } from './counted-device.rules.ts';
import type { GrowthStates } from './day-figures.rules.ts';
import { readGrowthBytes } from './growth-bytes.rules.ts';
import { type CounterReading, seenUntil } from './growth.rules.ts';

/**
 * Readings between the stored counter states and the start of the day are replayed, but none from longer than this
 * before the start.
 */
const REPLAYED_MS = 86_400_000;

const lastSeen = (states: GrowthStates): number => Math.max(0, ...[...states.values()].map(seenUntil));

/** Stored counter states of a device, and the moment (`follows`) from which readings must be applied to them. */
export interface CounterStart {
  /** Null: none are stored, or they are from before the present home got the device. */
  readonly states: GrowthStates | null;
  readonly follows: number;
}

/**
 * Return the counter states at the end of the last day before `day` for which figures are stored. `begin`: start of
 * `day` (milliseconds).
 */
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

/** Return the newest numeric value of a property up to a moment, since the present home got the device; null: none. */
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
