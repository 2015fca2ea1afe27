import { type Context, localDay } from '#kernel/server';
import { device } from '../devices/device.paper.ts';
import { countDays, countedDevices } from '../history/figures/count-day.server.ts';
import { addDays } from '#kernel/language/days.ts';
import { zoneOf } from '../history/figures/zone.server.ts';
import { newestValue } from '../history/store/read-messages.server.ts';
import { removeMessages } from '../history/store/remove-messages.server.ts';
import { MAX_LATE_MS } from './current.server.ts';
import type { LatestState } from './latest.rules.ts';
import { type ValueSpan, readSpan } from './span.server.ts';

/** A value of the current state with its moment (milliseconds). */
interface Standing {
  readonly ts: number;
  readonly value: unknown;
}

/** Replace values of the current state that were deleted by the newest remaining ones. */
async function fallBack({ sql, tenantId }: Context, deviceId: string, span: ValueSpan): Promise<void> {
  const of = { tenantId, deviceId };
  const [state] = await sql.query<LatestState>(
    'select (extract(epoch from ts) * 1000)::float8 as ts, data, times from iot_device_latest where tenant_id = $1 and device_id = $2 for update',
    [tenantId, deviceId],
  );
  if (!state) return;
  const standing = new Map<string, Standing>();
  for (const [identifier, value] of Object.entries(state.data)) {
    const ts = Math.round((state.times?.[identifier] ?? state.ts / 1000) * 1000);
    const isGone = ts >= span.from && ts <= span.until;
    const found = isGone ? await newestValue(sql, of, identifier, MAX_LATE_MS) : { ts, value };
    if (found) standing.set(identifier, found);
  }
  if (standing.size === 0) {
    await sql.query('delete from iot_device_latest where tenant_id = $1 and device_id = $2', [tenantId, deviceId]);
    return;
  }
  const moments = new Set([...standing.values()].map(({ ts }) => ts));
  const times = Object.fromEntries([...standing].map(([identifier, { ts }]) => [identifier, ts / 1000]));
  await sql.query(
    'update iot_device_latest set ts = to_timestamp($3::float8 / 1000), data = $4::jsonb, times = $5::jsonb where tenant_id = $1 and device_id = $2',
    [
      tenantId,
      deviceId,
      Math.max(...moments),
      JSON.stringify(Object.fromEntries([...standing].map(([identifier, { value }]) => [identifier, value]))),
      moments.size > 1 ? JSON.stringify(times) : null,
    ],
  );
}

/** Recompute the figures of the days of a span from the remaining messages. */
async function countAgain({ sql, tenantId }: Context, deviceId: string, span: ValueSpan): Promise<void> {
  const zone = await zoneOf(sql);
  const [device] = await countedDevices(sql, { tenantId, zone }, [deviceId]);
  // Include the day before, because a step over midnight is divided between both.
  const values = [tenantId, deviceId, addDays(localDay(span.from, zone), -1), localDay(span.until, zone)];
  const days = await sql.query<{ day: string }>(
    "select to_char(day, 'YYYY-MM-DD') as day from iot_days where tenant_id = $1 and device_id = $2 and day >= $3::date and day <= $4::date",
    values,
  );
  await countDays(
    sql,
    device,
    days.map(({ day }) => day),
  );
}

/**
 * Delete the messages of a span, log it with the reason, and correct the current state and the figures. Return the
 * number of messages.
 */
export async function removeValues(
  context: Context,
  { deviceId, reason, ...asked }: { deviceId: string; start: string; end: string; reason: string },
): Promise<{ deleted: number }> {
  const [row] = await context.visible(device, { button: 'work_condition_delete' }).all([deviceId]);
  const span = await readSpan(context, row, asked);
  context.takesLong();
  const n = await removeMessages(context.sql, { tenantId: context.tenantId, deviceId: row.id, ...span });
  await fallBack(context, row.id, span);
  await countAgain(context, row.id, span);
  await context.note(device, row.id, 'deleteValues', [
    `删除工况 ${asked.start} 至 ${asked.end}，${n} 条：${reason}`,
    `Deleted ${n} messages from ${asked.start} to ${asked.end}: ${reason}`,
  ]);
  return { deleted: n };
}
