import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { device } from '../devices/device.paper.ts';
import { looksBack } from '../records/look-back/device-look-back.server.ts';
import { refuse } from '../refusals.ts';

/** A span of time in milliseconds, both ends in it. */
export interface ValueSpan {
  readonly from: number;
  readonly until: number;
}

type OwnedDevice = Pick<Row<typeof device>, 'id' | 'ownedSince'>;

/** Return the moment from which the reader sees a device: that of its present owner, unless a look back is open. Null: everything. */
export async function ownedSinceOf(reading: Reading, { id, ownedSince }: OwnedDevice): Promise<string | null> {
  if (!ownedSince) return null;
  return (await looksBack(reading, id)) ? null : ownedSince;
}

/**
 * The span that is asked for, clamped to the time since which the device belongs to those who live with it: nobody sees what a family
 * did that moved out. Moments are milliseconds or texts in the zone of the company.
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

/** Nothing of the time before those who live with a device now owned it (milliseconds; null: nobody else ever did). Every reading goes through this. */
export const clampOwned = (span: ValueSpan, ownedSince: number | null): ValueSpan => ({
  from: Math.max(span.from, ownedSince ?? span.from),
  until: span.until,
});

/** Since when those who live with a device own it (milliseconds); 0: nobody else ever did. */
export async function ownedFrom(reading: Reading, row: OwnedDevice): Promise<number> {
  const ownedSince = await ownedSinceOf(reading, row);
  if (!ownedSince) return 0;
  const [{ ms }] = await reading.sql.query<{ ms: number }>(
    'select (extract(epoch from $1::timestamptz) * 1000)::float8 as ms',
    [ownedSince],
  );
  return ms;
}
