import { type Sql, localDay, startOfDay } from '#kernel/server';
import { readSeries } from '../store/read-messages.server.ts';
import type { CountedDevice } from './counted-device.rules.ts';
import { counterStart, newestReading } from './counter-start.server.ts';
import { type CounterRule, type CounterStep, Growth, SHARED_MS, followCounter, seenUntil } from './growth.rules.ts';
import { meterChangesOf } from './meter-changes.server.ts';

/** Growth of a counter over a span in steps, and the moments of rejected readings. */
export interface CounterSpan {
  readonly steps: readonly CounterStep[];
  readonly leftOut: readonly number[];
}

/** A counter property with its limits. */
export interface FollowedCounter {
  readonly identifier: string;
  readonly rule: CounterRule;
}

/**
 * Return the growth of counters over a span (milliseconds). The computation starts from the counter states that are
 * stored for an earlier day.
 */
export async function counterSteps(
  sql: Sql,
  device: CountedDevice,
  span: { readonly from: number; readonly until: number },
  counters: readonly FollowedCounter[],
): Promise<CounterSpan[]> {
  const { tenantId, deviceId, zone, since = 0 } = device;
  const day = localDay(span.from, zone);
  const begin = Math.max(since, startOfDay(day, zone));
  const { states, follows } = await counterStart(sql, device, { day, begin });
  const { times, columns } = await readSeries(
    sql,
    { tenantId, deviceId, from: follows, until: span.until + SHARED_MS },
    counters.map(({ identifier }) => identifier),
  );
  const changesOf = await meterChangesOf(sql, device, span.until + SHARED_MS);
  const spans: CounterSpan[] = [];
  for (const [no, { identifier, rule }] of counters.entries()) {
    const last = states ? null : await newestReading(sql, device, identifier, follows - 1);
    const state = states?.get(identifier) ?? (last && { last, since: last.ts, suspects: [] });
    const growth = new Growth(rule, state);
    const readings = times.flatMap((ts, at) => {
      const value = columns[no][at];
      return typeof value === 'number' && (!state || ts > seenUntil(state)) ? [{ ts, value }] : [];
    });
    const seen = state ? seenUntil(state) : -Infinity;
    const changes = changesOf(identifier).filter(({ ts }) => ts > seen);
    const steps = followCounter(growth, readings, changes);
    spans.push({ steps, leftOut: growth.leftOut });
  }
  return spans;
}
