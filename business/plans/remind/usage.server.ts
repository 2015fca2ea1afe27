import { addDays, daysFrom } from '#kernel/language/days.ts';
import type { Context } from '#kernel/server';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { countedDaysOf } from '#business/iot/history/figures/read-days.server.ts';
import { countersOf } from '#business/iot/records/meters/counters.rules.ts';
import { propertiesOf } from '#business/iot/values/current.server.ts';
import { type Use, type UseCounter, counterOfUnit } from './usage.rules.ts';

/** Days over which the mean use is taken. */
const MEAN_DAYS = 14;
/** A consumable is measured for this many days at most. */
const MAX_DAYS = 1100;

/** A consumable of a machine with a device. */
export interface MeasuredSupplies {
  readonly id: string;
  readonly deviceId: string;
  readonly usageUnit: string | null;
  readonly lifeUsage: string | null;
  readonly installDate: string;
}

/** Return the counter of each consumable, by its id; consumables without one are absent. */
async function countersFor(context: Context, rows: readonly MeasuredSupplies[]): Promise<Map<string, UseCounter>> {
  const devices = await context.sql.query<{ id: string; modelId: string; modelVersion: number | null }>(
    `select d.id::text as id, d.model_id::text as "modelId", d.model_version as "modelVersion" from ${deviceFacts} d where d.tenant_id = $1 and d.id = any($2::bigint[]) and d.is_deleted = 0`,
    [context.tenantId, [...new Set(rows.map((one) => one.deviceId))]],
  );
  const models = new Map<string, Awaited<ReturnType<typeof propertiesOf>>>();
  const byDevice = new Map<string, Awaited<ReturnType<typeof propertiesOf>>>();
  for (const { id, modelId, modelVersion } of devices) {
    const key = `${modelId} ${modelVersion}`;
    const known =
      models.get(key) ?? countersOf(await propertiesOf(context.sql, context.tenantId, { modelId, modelVersion }));
    models.set(key, known);
    byDevice.set(id, known);
  }
  return new Map(
    rows.flatMap((one) => {
      const counter = counterOfUnit(byDevice.get(one.deviceId) ?? [], one.usageUnit);
      return counter ? [[one.id, counter]] : [];
    }),
  );
}

/**
 * Return the measured use of consumables since their installation, by their ids. Consumables without a life in use, or
 * whose device has no counter in their unit, are absent.
 */
export async function measuredUses(context: Context, rows: readonly MeasuredSupplies[]): Promise<Map<string, Use>> {
  const today = context.today();
  const counters = await countersFor(context, rows);
  const measured = rows.filter((one) => counters.has(one.id) && Number(one.lifeUsage) > 0);
  if (measured.length === 0) return new Map();
  const oldest = measured.map((one) => one.installDate).reduce((one, other) => (other < one ? other : one));
  const first = oldest < addDays(today, -MAX_DAYS) ? addDays(today, -MAX_DAYS) : oldest;
  const days = first < today ? daysFrom(first, addDays(today, -1)) : [];
  const counted = await countedDaysOf(context.sql, context.tenantId, {
    ids: [...new Set(measured.map((one) => one.deviceId))],
    days,
    names: new Set([...counters.values()].map((one) => one.identifier)),
  });
  const recentFrom = addDays(today, -MEAN_DAYS);
  return new Map(
    measured.map(({ id, deviceId, installDate, lifeUsage }) => {
      const { identifier, factor } = counters.get(id) as UseCounter;
      const grown = [...(counted.get(deviceId) ?? [])]
        .filter(([day]) => day >= installDate)
        .flatMap(([day, { columns }]) => {
          const figure = columns.get(identifier)?.figures[0];
          return figure ? [{ day, use: figure.delta * factor }] : [];
        });
      return [
        id,
        {
          life: Number(lifeUsage),
          used: grown.reduce((sum, { use }) => sum + use, 0),
          recent: grown.filter(({ day }) => day >= recentFrom).map(({ use }) => use),
        },
      ];
    }),
  );
}
