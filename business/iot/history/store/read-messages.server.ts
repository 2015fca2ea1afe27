import type { Sql } from '#kernel/server';
import { ByteReader } from '../pack/bytes.rules.ts';
import { appendColumn } from '../pack/column.rules.ts';
import { type Message, type Pack, appendTimes, mergeMessages, readPack } from '../pack/pack.rules.ts';
import { type MessageSpan, utcDay, withinUtcDay } from './message-span.rules.ts';
import { rowSpan } from './row-days.server.ts';

/** Moments of messages (milliseconds), and a list of values for each requested property; null: the message lacks it. */
export interface MessageSeries {
  readonly times: readonly number[];
  readonly columns: readonly (readonly unknown[])[];
}

const HOT =
  'from iot_telemetry where tenant_id = $1 and device_id = $2 and ts >= to_timestamp($3::float8 / 1000) and ts <= to_timestamp($4::float8 / 1000)';
const PACKED =
  'from iot_telemetry_pack where tenant_id = $1 and device_id = $2 and day >= $3::date and day <= $4::date';

const hotValues = ({ tenantId, deviceId, from, until }: MessageSpan): unknown[] => [tenantId, deviceId, from, until];
const packedValues = ({ tenantId, deviceId, from, until }: MessageSpan): unknown[] => [
  tenantId,
  deviceId,
  utcDay(from),
  utcDay(until),
];

/** SQL columns of a pack, with moments in milliseconds. */
const packColumns = `to_char(day, 'YYYY-MM-DD') as day, n, (extract(epoch from first_ts) * 1000)::float8 as "firstTs",
  (extract(epoch from last_ts) * 1000)::float8 as "lastTs", keys, offs, data`;
type PackRow = Pack & { readonly day: string };

/** Query messages stored as rows; skip the query if no day of the span has rows. */
async function queryRows<R>(
  sql: Sql,
  span: MessageSpan,
  text: string,
  more: readonly unknown[] = [],
): Promise<readonly R[]> {
  const rows = await rowSpan(sql, span);
  return rows ? sql.query<R>(text, [...hotValues(rows), ...more]) : [];
}

const inSpan =
  ({ from, until }: MessageSpan) =>
  ({ ts }: { readonly ts: number }): boolean =>
    ts >= from && ts <= until;

/**
 * Read all messages of a span, oldest first, from rows and packs. Split long spans by day, since all of it is in
 * memory.
 */
export async function readSpanMessages(sql: Sql, span: MessageSpan): Promise<Message[]> {
  if (span.from > span.until) return [];
  const packs = await sql.query<PackRow>(`select ${packColumns} ${PACKED} order by day`, packedValues(span));
  const hot = await queryRows<Message>(
    sql,
    span,
    `select (extract(epoch from ts) * 1000)::float8 as ts, data, meta ${HOT} order by ts`,
  );
  return mergeMessages(packs.flatMap((pack) => readPack(pack)).filter(inSpan(span)), hot);
}

/**
 * SQL: the bytes of one property's column in a pack. `$no` is the parameter with its name; null if the pack lacks it.
 */
const columnAt = (no: number, index: number): string =>
  `substring(data from offs[array_position(keys, $${no}::text) + 2] + 1 for offs[array_position(keys, $${no}::text) + 3] - offs[array_position(keys, $${no}::text) + 2]) as c${index}`;

type SeriesRow = { readonly n: number; readonly times: Buffer } & Readonly<Record<`c${number}`, Buffer | null>>;

/** Read the values of some properties over a span, oldest first. Only their columns of a pack are read. */
export async function readSeries(sql: Sql, span: MessageSpan, identifiers: readonly string[]): Promise<MessageSeries> {
  if (span.from > span.until) return { times: [], columns: identifiers.map(() => []) };
  const rows = await sql.query<SeriesRow>(
    `select n, substring(data from offs[1] + 1 for offs[2] - offs[1]) as times${identifiers.map((_, at) => `, ${columnAt(at + 5, at)}`).join('')} ${PACKED} order by day`,
    [...packedValues(span), ...identifiers],
  );
  const hot = await queryRows<{ ts: number } & Record<`v${number}`, unknown>>(
    sql,
    span,
    `select (extract(epoch from ts) * 1000)::float8 as ts${identifiers.map((_, at) => `, data->$${at + 5}::text as v${at}`).join('')} ${HOT} order by ts`,
    identifiers,
  );
  const packed = unpackSeries(rows, identifiers.length, span);
  return mergeSeries(packed, {
    times: hot.map(({ ts }) => ts),
    columns: identifiers.map((_, at) => hot.map((row) => row[`v${at}`] ?? null)),
  });
}

/** Append nulls for a day on which no message has the property. */
function appendNothing(column: unknown[], n: number): void {
  for (let at = 0; at < n; at += 1) column.push(null);
}

/** Decode the columns of several days, and drop messages outside the span from the first and last one. */
function unpackSeries(rows: readonly SeriesRow[], width: number, span: MessageSpan): MessageSeries {
  const times: number[] = [];
  const columns: unknown[][] = Array.from({ length: width }, () => []);
  for (const row of rows) {
    appendTimes(row.times, row.n, times);
    for (let no = 0; no < width; no += 1) {
      const bytes = row[`c${no}`];
      if (bytes) appendColumn(new ByteReader(bytes), row.n, columns[no], null);
      else appendNothing(columns[no], row.n);
    }
  }
  let from = 0;
  while (from < times.length && times[from] < span.from) from += 1;
  let until = times.length;
  while (until > from && times[until - 1] > span.until) until -= 1;
  if (from === 0 && until === times.length) return { times, columns };
  return { times: times.slice(from, until), columns: columns.map((column) => column.slice(from, until)) };
}

/** Merge values from packs and rows by moment; if both have a value, that of the row overrides. */
function mergeSeries(packed: MessageSeries, later: MessageSeries): MessageSeries {
  if (later.times.length === 0) return packed;
  const isApart = packed.times.length === 0 || later.times.length === 0 || packed.times.at(-1)! < later.times[0];
  if (isApart)
    return {
      times: [...packed.times, ...later.times],
      columns: packed.columns.map((column, no) => [...column, ...later.columns[no]]),
    };
  const times: number[] = [];
  const columns: unknown[][] = packed.columns.map(() => []);
  let one = 0;
  let other = 0;
  while (one < packed.times.length || other < later.times.length) {
    const ts = Math.min(packed.times[one] ?? Infinity, later.times[other] ?? Infinity);
    const isPacked = packed.times[one] === ts;
    const isLater = later.times[other] === ts;
    times.push(ts);
    columns.forEach((column, no) => {
      const newer = isLater ? later.columns[no][other] : null;
      column.push(newer ?? (isPacked ? packed.columns[no][one] : null));
    });
    if (isPacked) one += 1;
    if (isLater) other += 1;
  }
  return { times, columns };
}

/** Count the messages of a span by UTC day, oldest first; days without messages are omitted. */
export async function countByDay(sql: Sql, span: MessageSpan): Promise<{ readonly day: string; readonly n: number }[]> {
  if (span.from > span.until) return [];
  const packs = await sql.query<{ day: string; n: number; firstTs: number; lastTs: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, n, (extract(epoch from first_ts) * 1000)::float8 as "firstTs", (extract(epoch from last_ts) * 1000)::float8 as "lastTs" ${PACKED}`,
    packedValues(span),
  );
  const hot = await queryRows<{ day: string; n: number }>(
    sql,
    span,
    `select to_char(ts at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as n ${HOT} group by 1`,
  );
  const counts = new Map(hot.map(({ day, n }) => [day, n]));
  for (const { day, n, firstTs, lastTs } of packs) {
    const isWhole = firstTs >= span.from && lastTs <= span.until && !counts.has(day);
    // A pack that is only partly in the span, or has late messages as rows too, must be read to be counted.
    counts.set(day, isWhole ? n : (await readSeries(sql, withinUtcDay(span, day), [])).times.length);
  }
  return [...counts]
    .map(([day, n]) => ({ day, n }))
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** Read a page of the messages of a span, newest first, and their total number. */
export async function readNewest(
  sql: Sql,
  span: MessageSpan,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<{ readonly messages: Message[]; readonly total: number }> {
  const days = await countByDay(sql, span);
  const messages: Message[] = [];
  let skipped = 0;
  for (const { day, n } of days.toReversed()) {
    if (messages.length >= limit) break;
    if (skipped + n <= offset) {
      skipped += n;
      continue;
    }
    const some = (await readSpanMessages(sql, withinUtcDay(span, day))).toReversed();
    messages.push(
      ...some.slice(Math.max(0, offset - skipped), Math.max(0, offset - skipped) + limit - messages.length),
    );
    skipped += n;
  }
  return { messages, total: days.reduce((sum, { n }) => sum + n, 0) };
}

/** Return the newest value of a property up to a moment (milliseconds), with its moment; null: none. */
export async function newestValue(
  sql: Sql,
  of: Pick<MessageSpan, 'tenantId' | 'deviceId'>,
  identifier: string,
  until: number,
): Promise<{ readonly ts: number; readonly value: unknown } | null> {
  const [hot] = await queryRows<{ ts: number; value: unknown }>(
    sql,
    { ...of, from: 0, until },
    `select (extract(epoch from ts) * 1000)::float8 as ts, data->$5::text as value ${HOT} and data ? $5::text order by ts desc limit 1`,
    [identifier],
  );
  const packs = await sql.query<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day from iot_telemetry_pack
     where tenant_id = $1 and device_id = $2 and day <= $3::date and last_ts > to_timestamp($4::float8 / 1000) and $5::text = any(keys) order by day desc limit 2`,
    [of.tenantId, of.deviceId, utcDay(until), hot?.ts ?? 0, identifier],
  );
  for (const { day } of packs) {
    const { times, columns } = await readSeries(sql, withinUtcDay({ ...of, from: 0, until }, day), [identifier]);
    const at = columns[0].findLastIndex((value) => value !== null);
    if (at >= 0 && times[at] > (hot?.ts ?? 0)) return { ts: times[at], value: columns[0][at] };
  }
  return hot ?? null;
}

/**
 * Return the last messages in a span, oldest first, at most `limit`. Of packed messages, only the last two days are
 * read.
 */
export async function readLatest(sql: Sql, span: MessageSpan, limit: number): Promise<Message[]> {
  const hot = await queryRows<Message>(
    sql,
    span,
    `select (extract(epoch from ts) * 1000)::float8 as ts, data, meta ${HOT} order by ts desc limit ${limit}`,
  );
  if (hot.length >= limit) return hot.toReversed();
  const packs = await sql.query<PackRow>(
    `select ${packColumns} from iot_telemetry_pack where tenant_id = $1 and device_id = $2 and last_ts >= to_timestamp($3::float8 / 1000)
       and first_ts <= to_timestamp($4::float8 / 1000) order by day desc limit 2`,
    hotValues(span),
  );
  const packed = packs
    .toReversed()
    .flatMap((pack) => readPack(pack))
    .filter(inSpan(span));
  return mergeMessages(packed, hot.toReversed()).slice(-limit);
}
