import type { App } from '../app.ts';
import type { Sql } from '../context.ts';
import { inZone } from '../time/clock.ts';

const stamp = (ms: number): string => `${inZone(ms, 'UTC')}+00`;

/** Return the moment (ms) until which a key is locked; null where it is not. */
export async function attemptLock({ db, clock }: App, key: string): Promise<number | null> {
  const rows = await db.platform((sql) =>
    sql.query<{ until: string }>(
      'select (extract(epoch from locked_until) * 1000)::bigint as until from anju_attempt where id = $1 and locked_until > $2',
      [key, stamp(clock.ms())],
    ),
  );
  return rows[0]?.until ? Number(rows[0].until) : null;
}

export interface AttemptLimit {
  /** Number of failures that locks the key; null: it is never locked. */
  readonly max: number | null;
  /** Minutes after which the count of failures starts over; a lock lasts as long. */
  readonly minutes: number;
  /**
   * Key under which failures of the caller's network address are counted; null: none. It is stored with this failure,
   * so that `forgetAttemptsWhole` clears both.
   */
  readonly from: string | null;
}

/** Count a failure of a key, whichever process counts it; return the number of failures. */
export async function countAttempt(
  { db, clock }: App,
  key: string,
  { max, minutes, from }: AttemptLimit,
): Promise<number> {
  const now = clock.ms();
  const [row] = await db.platform((sql) =>
    sql.query<{ failures: number }>(
      `insert into anju_attempt (id, failures, last, addresses) values ($1, 1, $2, array_remove(array[$6::text], null))
    on conflict (id) do update set failures = case when anju_attempt.last < $3 or anju_attempt.locked_until is not null and anju_attempt.locked_until <= $2 then 1 else anju_attempt.failures + 1 end,
      last = $2, locked_until = case when anju_attempt.last >= $3 and anju_attempt.failures + 1 >= $4::int and (anju_attempt.locked_until is null or anju_attempt.locked_until > $2) then $5::timestamptz end,
      addresses = (select array_agg(distinct a) from unnest(coalesce(anju_attempt.addresses, '{}') || excluded.addresses) a)
    returning failures`,
      [key, stamp(now), stamp(now - minutes * 60_000), max, stamp(now + minutes * 60_000), from],
    ),
  );
  return row.failures;
}

/** Forget the failures of a key; those of its addresses stay. */
export const forgetAttempts = async ({ db }: App, key: string): Promise<void> => {
  await db.platform((sql) => sql.query('delete from anju_attempt where id = $1', [key]));
};

/** Forget the failures of keys, and of the addresses that they came from. */
export const forgetAttemptsWhole = async (sql: Sql, keys: readonly string[]): Promise<void> => {
  await sql.query(
    `with gone as (delete from anju_attempt where id = any($1) returning addresses)
  delete from anju_attempt where id in (select unnest(addresses) from gone)`,
    [keys],
  );
};
