import type { CountedDevice } from './counted-device.rules.ts';
import { type Sql, hoursOf } from '#kernel/server';
import { propertiesOf } from '../../values/current.server.ts';
import { readSeries } from '../store/read-messages.server.ts';
import { type Before, type CountedDay, type FigureProperty, figuresOfDay, wholeDay } from './day-figures.rules.ts';
import { readFigureBytes, writeFigureBytes } from './figure-bytes.rules.ts';
import { figureProperties } from './figure-properties.rules.ts';
import { counterStart, newestReading } from './counter-start.server.ts';
import { writeGrowthBytes } from './growth-bytes.rules.ts';
import { SHARED_MS } from './growth.rules.ts';
import { meterChangesOf } from './meter-changes.server.ts';

/** Return devices with the properties to count. Devices that no longer exist are omitted. */
export async function countedDevices(
  sql: Sql,
  { tenantId, zone }: { readonly tenantId: string; readonly zone: string },
  ids: readonly string[],
): Promise<CountedDevice[]> {
  const rows = await sql.query<{ id: string; modelId: string; modelVersion: number | null }>(
    'select id::text as id, model_id::text as "modelId", model_version as "modelVersion" from iot_device where tenant_id = $1 and id = any($2::bigint[])',
    [tenantId, ids],
  );
  const known = new Map<string, readonly FigureProperty[]>();
  const found: CountedDevice[] = [];
  for (const { id, modelId, modelVersion } of rows) {
    const key = `${modelId} ${modelVersion}`;
    if (!known.has(key)) known.set(key, figureProperties(await propertiesOf(sql, tenantId, { modelId, modelVersion })));
    found.push({ tenantId, zone, deviceId: id, properties: known.get(key)! });
  }
  return found;
}

/**
 * Messages of the last hour before a day are read together with those of the day. Older readings are looked up property
 * by property.
 */
const BEFORE_MS = 3_600_000;

/** Compute the figures of a device-day from its messages; null: there are no messages. */
export async function figuresFromMessages(sql: Sql, device: CountedDevice, day: string): Promise<CountedDay | null> {
  const bounds = hoursOf(day, device.zone);
  const begin = bounds[0];
  const end = bounds.at(-1)!;
  const { tenantId, deviceId, properties, since = 0 } = device;
  const { states, follows } = await counterStart(sql, device, { day, begin });
  const names = properties.map((one) => one.identifier);
  const from = Math.max(since, Math.min(follows, begin - BEFORE_MS));
  const read = await readSeries(sql, { tenantId, deviceId, from, until: end + SHARED_MS }, names);
  if (!read.times.some((ts) => ts >= begin && ts < end)) return null;
  const first = read.times.findIndex((ts) => ts >= follows);
  const columns = new Map(names.map((name, no) => [name, read.columns[no].slice(first)]));
  const before = await readingsBefore(sql, device, follows, (property) => {
    const column = read.columns[names.indexOf(property.identifier)];
    if (states?.has(property.identifier) || !column.slice(first).some((value) => value !== null)) return 'unneeded';
    for (let at = first - 1; at >= 0; at -= 1)
      if (column[at] !== null) return { ts: read.times[at], value: Number(column[at]) };
    return undefined;
  });
  const changesOf = await meterChangesOf(sql, device, end + SHARED_MS);
  const facts = { states: states ?? new Map(), changesOf };
  return figuresOfDay(bounds, properties, { times: read.times.slice(first), columns }, before, facts);
}

type KnownBefore = { readonly ts: number; readonly value: number } | 'unneeded' | undefined;

async function readingsBefore(
  sql: Sql,
  device: CountedDevice,
  begin: number,
  known: (property: FigureProperty) => KnownBefore,
): Promise<Before> {
  const before = new Map<string, { ts: number; value: number }>();
  for (const property of device.properties) {
    const reading = known(property);
    if (reading === 'unneeded') continue;
    if (reading) before.set(property.identifier, reading);
    // Counters, and values held by a dead band, continue from the last reading before. Other numbers have no value
    // between messages.
    else if (property.kind === 'counter' || property.isHeld) {
      const found = await newestReading(sql, device, property.identifier, begin - 1);
      if (found) before.set(property.identifier, found);
    }
  }
  return before;
}

/** Daily figures and counter states as stored. */
interface StoredDay {
  readonly data: Buffer;
  readonly growth: Buffer | null;
}

/** Return the last counter values of a day. */
const lastShown = (data: Buffer): string =>
  JSON.stringify(
    [...readFigureBytes(data).columns]
      .filter(([, { kind }]) => kind === 'counter')
      .map(([name, { figures }]) => [name, figures[0]?.last]),
  );

/** Did the counter states at the end of a day change? Without stored states the last counter values are compared. */
function endsElsewhere(before: StoredDay | null, after: StoredDay | null): boolean {
  if (!before || !after) return before !== after;
  if (before.growth && after.growth) return !before.growth.equals(after.growth);
  return lastShown(before.data) !== lastShown(after.data);
}

/**
 * Recompute a day of a device. Return whether its counter states at the end changed: then the next day must be
 * recomputed too.
 */
export async function countDay(sql: Sql, device: CountedDevice, day: string): Promise<boolean> {
  const { tenantId, deviceId } = device;
  const key = [tenantId, deviceId, day];
  const figures = await figuresFromMessages(sql, device, day);
  const [old = null] = await sql.query<StoredDay>(
    'select data, growth from iot_days where tenant_id = $1 and device_id = $2 and day = $3::date for update',
    key,
  );
  if (!figures) {
    if (!old) return false;
    await sql.query('delete from iot_hours where tenant_id = $1 and device_id = $2 and day = $3::date', key);
    await sql.query('delete from iot_days where tenant_id = $1 and device_id = $2 and day = $3::date', key);
    return true;
  }
  const growth = figures.growth.size > 0 ? writeGrowthBytes(figures.growth) : null;
  const whole = writeFigureBytes(wholeDay(figures));
  await writeFigures(sql, tenantId, [{ deviceId, day, hours: writeFigureBytes(figures), whole, growth }]);
  return endsElsewhere(old, { data: whole, growth });
}

/** Figures of a device-day, encoded for the tables. */
export interface FiguresRow {
  readonly deviceId: string;
  readonly day: string;
  /** Figures by hour; null: only those of the whole day are known. */ readonly hours: Buffer | null;
  readonly whole: Buffer;
  /** Counter states at the end of the day; null: unknown. */ readonly growth: Buffer | null;
}

const base64 = (bytes: Buffer | null): string | null => bytes && bytes.toString('base64');

/** Write the figures of days. Hours that are null are not written. */
export async function writeFigures(sql: Sql, tenantId: string, rows: readonly FiguresRow[]): Promise<void> {
  const hours = rows.flatMap(({ deviceId, day, hours: data }) => (data ? [[deviceId, day, base64(data)]] : []));
  if (hours.length > 0)
    await sql.query(
      `insert into iot_hours (device_id, day, tenant_id, data)
       select (e->>0)::bigint, (e->>1)::date, $1, decode(e->>2, 'base64') from jsonb_array_elements($2::jsonb) e order by 1, 2
       on conflict (device_id, day) do update set data = excluded.data where iot_hours.data <> excluded.data`,
      [tenantId, JSON.stringify(hours)],
    );
  await sql.query(
    `insert into iot_days (device_id, day, tenant_id, data, growth)
     select (e->>0)::bigint, (e->>1)::date, $1, decode(e->>2, 'base64'), decode(e->>3, 'base64') from jsonb_array_elements($2::jsonb) e order by 1, 2
     on conflict (device_id, day) do update set data = excluded.data, growth = excluded.growth
       where iot_days.data <> excluded.data or iot_days.growth is distinct from excluded.growth`,
    [
      tenantId,
      JSON.stringify(rows.map(({ deviceId, day, whole, growth }) => [deviceId, day, base64(whole), base64(growth)])),
    ],
  );
}

/** Return the next day after a day for which a device has figures; null: none. */
export async function countedDayAfter(
  sql: Sql,
  { tenantId, deviceId }: Pick<CountedDevice, 'tenantId' | 'deviceId'>,
  day: string,
): Promise<string | null> {
  const [next] = await sql.query<{ day: string | null }>(
    "select to_char(min(day), 'YYYY-MM-DD') as day from iot_days where tenant_id = $1 and device_id = $2 and day > $3::date",
    [tenantId, deviceId, day],
  );
  return next?.day ?? null;
}

/** Recompute days of a device, and the following days as long as counter states change. */
export async function countDays(sql: Sql, device: CountedDevice, days: readonly string[]): Promise<void> {
  const due = new Set(days);
  while (due.size > 0) {
    const [day] = [...due].toSorted();
    due.delete(day);
    if (!(await countDay(sql, device, day))) continue;
    const next = await countedDayAfter(sql, device, day);
    if (next) due.add(next);
  }
}
