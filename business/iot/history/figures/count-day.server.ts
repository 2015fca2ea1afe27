import type { Sql } from '#kernel/server';
import { propertiesOf } from '../../values/current.server.ts';
import { newestValue, readSeries } from '../store/read-messages.server.ts';
import { type Before, type DayFigures, type FigureProperty, figuresOfDay, wholeDay } from './day-figures.rules.ts';
import { readFigureBytes, writeFigureBytes } from './figure-bytes.rules.ts';
import { figureProperties } from './figure-properties.rules.ts';
import { SHARED_MS } from './growth.rules.ts';
import { hoursOf } from './local-day.rules.ts';

/** A device whose days are counted, with the clocks of its company. */
export interface CountedDevice {
  readonly tenantId: string;
  readonly zone: string;
  readonly deviceId: string;
  readonly properties: readonly FigureProperty[];
  /** Nothing of before this moment counts (milliseconds): it was others' then. */ readonly since?: number;
}

/** What is known of the properties of some devices; a device that is gone has none. */
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

/** Values are read for so long before a day in one go; what is older is looked for by itself. */
const BEFORE_MS = 3_600_000;

/** The figures of a day of a device, from its messages wherever they lie; null: none came on that day. */
export async function figuresFromMessages(sql: Sql, device: CountedDevice, day: string): Promise<DayFigures | null> {
  const bounds = hoursOf(day, device.zone);
  const begin = bounds[0];
  const end = bounds.at(-1)!;
  const { tenantId, deviceId, properties, since = 0 } = device;
  const names = properties.map((one) => one.identifier);
  const read = await readSeries(
    sql,
    { tenantId, deviceId, from: Math.max(since, begin - BEFORE_MS), until: end + SHARED_MS },
    names,
  );
  let first = 0;
  while (first < read.times.length && read.times[first] < begin) first += 1;
  if (!(read.times[first] < end)) return null;
  const columns = new Map(names.map((name, no) => [name, read.columns[no].slice(first)]));
  const before = await readingsBefore(sql, device, begin, (property) => {
    const column = read.columns[names.indexOf(property.identifier)];
    if (!column.slice(first).some((value) => value !== null)) return 'unneeded';
    for (let at = first - 1; at >= 0; at -= 1)
      if (column[at] !== null) return { ts: read.times[at], value: Number(column[at]) };
    return undefined;
  });
  return figuresOfDay(bounds, properties, { times: read.times.slice(first), columns }, before);
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
    // A number is of its hour alone; what a counter showed and what is held may be older.
    else if (property.kind === 'counter' || property.isHeld) {
      const found = await newestValue(sql, device, property.identifier, begin - 1);
      if (typeof found?.value === 'number' && found.ts >= (device.since ?? 0))
        before.set(property.identifier, { ts: found.ts, value: found.value });
    }
  }
  return before;
}

/** What the counters of a day showed last: the next day goes on from there. */
const ends = (figures: DayFigures | null): string =>
  JSON.stringify(
    [...(figures?.columns ?? [])]
      .filter(([, { kind }]) => kind === 'counter')
      .map(
        ([
          name,
          {
            figures: [one],
          },
        ]) => [name, one?.last],
      ),
  );

/** Counts a day of a device anew. Answers whether what it ended with is another than before: then the next day must be counted as well. */
export async function countDay(sql: Sql, device: CountedDevice, day: string): Promise<boolean> {
  const { tenantId, deviceId } = device;
  const figures = await figuresFromMessages(sql, device, day);
  const [old] = await sql.query<{ data: Buffer }>(
    'select data from iot_days where tenant_id = $1 and device_id = $2 and day = $3::date for update',
    [tenantId, deviceId, day],
  );
  const before = ends(old ? readFigureBytes(old.data) : null);
  if (!figures) {
    if (!old) return false;
    await sql.query('delete from iot_hours where tenant_id = $1 and device_id = $2 and day = $3::date', [
      tenantId,
      deviceId,
      day,
    ]);
    await sql.query('delete from iot_days where tenant_id = $1 and device_id = $2 and day = $3::date', [
      tenantId,
      deviceId,
      day,
    ]);
    return before !== ends(null);
  }
  const whole = wholeDay(figures);
  await writeFigures(sql, tenantId, [[deviceId, day, writeFigureBytes(figures), writeFigureBytes(whole)]]);
  return before !== ends(readFigureBytes(writeFigureBytes(whole)));
}

/** Writes the figures of days; hours are left out where there are none. */
export async function writeFigures(
  sql: Sql,
  tenantId: string,
  rows: readonly (readonly [deviceId: string, day: string, hours: Buffer | null, whole: Buffer])[],
): Promise<void> {
  const write = (table: string, some: readonly (readonly [string, string, Buffer])[]): Promise<unknown> =>
    sql.query(
      `insert into ${table} (device_id, day, tenant_id, data)
       select (e->>0)::bigint, (e->>1)::date, $1, decode(e->>2, 'base64') from jsonb_array_elements($2::jsonb) e order by 1, 2
       on conflict (device_id, day) do update set data = excluded.data where ${table}.data <> excluded.data`,
      [tenantId, JSON.stringify(some.map(([id, day, data]) => [id, day, data.toString('base64')]))],
    );
  const hours = rows.flatMap(([id, day, data]) => (data ? [[id, day, data] as const] : []));
  if (hours.length > 0) await write('iot_hours', hours);
  await write(
    'iot_days',
    rows.map(([id, day, , whole]) => [id, day, whole] as const),
  );
}

/** The first counted day of a device after another; null where there is none. */
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

/** Counts days of a device anew, and those that follow from them. */
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
