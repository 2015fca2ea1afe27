import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { device } from '../devices/device.paper.ts';
import { looksBack } from '../records/look-back/device-look-back.server.ts';
import { refuse } from '../refusals.ts';

/** A span of time in milliseconds, both ends inclusive. */
export interface ValueSpan {
  readonly from: number;
  readonly until: number;
}

type OwnedDevice = Pick<Row<typeof device>, 'id' | 'ownedSince'>;

/**
 * Return when the present home got the device; the caller may not see older data. Null: no limit, or the caller has the
 * permission to look back.
 */
export async function ownedSinceOf(reading: Reading, { id, ownedSince }: OwnedDevice): Promise<string | null> {
  if (!ownedSince) return null;
  return (await looksBack(reading, id)) ? null : ownedSince;
}

/**
 * Parse a requested span, and cut it to the time since the present home got the device. Its ends are milliseconds, or
 * times in the time zone of the company.
 */
export async function readSpan(
  reading: Reading,
  row: OwnedDevice,
  asked: { readonly start: string; readonly end: string },
): Promise<ValueSpan> {
  const isMoment = (text: string): boolean => /^\d{10,15}$|^\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?$/.test(text);
  if (!isMoment(asked.start) || !isMoment(asked.end)) throw refuse.momentMalformed();
  const ms = (place: string): string =>
    `case when ${place} ~ '^[0-9]{10,15}$' then ${place}::float8 else extract(epoch from ${place}::timestamptz) * 1000 end`;
  const [span] = await reading.sql
    .query<{ from: number; until: number; owned: number | null }>(
      `select (${ms('$1::text')})::float8 as "from", (${ms('$2::text')})::float8 as until, (extract(epoch from $3::timestamptz) * 1000)::float8 as owned`,
      [asked.start, asked.end, await ownedSinceOf(reading, row)],
    )
    .catch(() => {
      throw refuse.momentMalformed();
    });
  if (span.from > span.until) throw refuse.spanBackwards();
  return clampOwned(span, span.owned);
}

/**
 * Cut a span to the time since the present home got the device (milliseconds; null: it was never in another home).
 * Every read of values must use this.
 */
export const clampOwned = (span: ValueSpan, ownedSince: number | null): ValueSpan => ({
  from: Math.max(span.from, ownedSince ?? span.from),
  until: span.until,
});

/** Return when the present home got the device (milliseconds); the caller may not see older data. 0: no limit. */
export async function ownedFrom(reading: Reading, row: OwnedDevice): Promise<number> {
  const ownedSince = await ownedSinceOf(reading, row);
  if (!ownedSince) return 0;
  const [{ ms }] = await reading.sql.query<{ ms: number }>(
    'select (extract(epoch from $1::timestamptz) * 1000)::float8 as ms',
    [ownedSince],
  );
  return ms;
}
