import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { must } from '#kernel/language/must.ts';
import { type Reading, type Fragment, sql } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import type { statusDistribution } from './device-list.calls.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';
import { regionPaperFacts } from '#business/system/settings/region/region-facts.relation.ts';

type Distribution = CallAnswer<typeof statusDistribution>;

/** Number of characters of a moment without its last digit: equal within ten seconds. */
const TEN_SECONDS = 18;
/** Maximal number of cached counts. */
const MAX_CACHED = 200;

const cache = new Map<string, Promise<Distribution>>();

/**
 * Empty the cache when a server starts, because an earlier one in this process (in tests) may have used another
 * database.
 */
export const forgetDistributions = (): void => cache.clear();

async function count(reading: Reading, visible: Fragment): Promise<Distribution> {
  const rows = await reading.sql.query<{
    modelId: string;
    addressId: string | null;
    state: string;
    online: string;
    alarming: boolean;
    n: number;
  }>(
    sql`select t.model_id::text as "modelId", t.room_address_id::text as "addressId", t.instance_status as state, t.online_status as online, t.alarm_level is not null as alarming, count(*)::int as n
     from ${deviceFacts} t where ${visible} and t.instance_status <> 'retired' group by 1, 2, 3, 4, 5`,
  );
  return inWords(reading, rows);
}

async function inWords(
  reading: Reading,
  rows: readonly {
    modelId: string;
    addressId: string | null;
    state: string;
    online: string;
    alarming: boolean;
    n: number;
  }[],
): Promise<Distribution> {
  const sum = (fits: (row: (typeof rows)[number]) => boolean): number =>
    rows.reduce((all, row) => all + (fits(row) ? row.n : 0), 0);
  const models = await namesOf(
    reading,
    `select id::text as id, model_name as name from ${thingModelFacts} where tenant_id = $1 and id = any($2::bigint[])`,
    rows.map((row) => row.modelId),
  );
  const areas = await namesOf(
    reading,
    `select a.id::text as id, a.area_code || ' ' || coalesce(r.name, a.area_code) as name from op_room_address a left join ${regionPaperFacts} r on r.code = a.area_code where a.tenant_id = $1 and a.id = any($2::bigint[])`,
    rows.flatMap((row) => row.addressId ?? []),
  );
  const groups = (keyOf: (row: (typeof rows)[number]) => string): [key: string, online: number, total: number][] => {
    const found = new Map<string, [number, number]>();
    for (const row of rows) {
      const [online, total] = found.get(keyOf(row)) ?? [0, 0];
      found.set(keyOf(row), [online + (row.online === 'online' ? row.n : 0), total + row.n]);
    }
    return [...found]
      .map(([key, [online, total]]): [string, number, number] => [key, online, total])
      .toSorted((a, b) => b[2] - a[2]);
  };
  return {
    total: sum(() => true),
    online: sum((row) => row.online === 'online'),
    offline: sum((row) => row.online === 'offline'),
    inactive: sum((row) => row.state === 'inactive'),
    disabled: sum((row) => row.state === 'disabled'),
    alarming: sum((row) => row.alarming),
    byModel: groups((row) => row.modelId).map(([modelId, online, total]) => ({
      modelId,
      name: models.get(modelId) ?? '',
      online,
      total,
    })),
    byArea: groups((row) => areas.get(row.addressId ?? '') ?? '').map(([area, online, total]) => ({
      areaCode: area.split(' ')[0],
      name: area.split(' ')[1] ?? '',
      online,
      total,
    })),
    ts: await momentOf(reading),
  };
}

/** Return the time of the request in milliseconds. */
async function momentOf(reading: Reading): Promise<number> {
  const [{ ms }] = await reading.sql.query<{ ms: number }>(
    'select (extract(epoch from $1::timestamptz) * 1000)::float8 as ms',
    [reading.now()],
  );
  return ms;
}

async function namesOf(reading: Reading, text: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await reading.sql.query<{ id: string; name: string }>(text, [reading.tenantId, [...new Set(ids)]]);
  return new Map(found.map((row) => [row.id, row.name]));
}

/**
 * Count the devices that the caller may see, by state, model and area. Requests with the same filter share a count for
 * ten seconds.
 */
export async function distribute(reading: Reading, query: Readonly<Record<string, string>>): Promise<Distribution> {
  const visible = await reading.visible(device, { query }).sql();
  const key = JSON.stringify([reading.tenantId, visible.build(), reading.now().slice(0, TEN_SECONDS)]);
  const known = cache.get(key);
  if (known) return known;
  const pending = count(reading, visible);
  cache.set(key, pending);
  if (cache.size > MAX_CACHED) cache.delete(must(cache.keys().next().value, 'value'));
  pending.catch(() => cache.delete(key));
  return pending;
}
