import { type App, inZone, networkOf } from '#kernel/server';
import { refuse } from '../refusals.ts';

const MOST_PER_ACCOUNT = 5;
export const LOCK_MINUTES = 30;

/** So many wrong logins of an address within half an hour are typing errors. */
const FREE_OF_ADDRESS = 10;
/** Each one more makes its wrong answers wait so much longer, up to a bound. */
const STEP_MS = 100;
const LONGEST_MS = 5000;

const stamp = (ms: number): string => `${inZone(ms, 'UTC')}+00`;

export const accountKey = (tenantId: string, account: string): string => `account ${tenantId} ${account.toLowerCase()}`;
const addressKey = (ip: string): string => `address ${networkOf(ip)}`;

/** Refuses while an account is locked. Unknown accounts lock like known ones, so that nobody learns which exist. */
export async function assertNotLocked(app: App, tenantId: string, account: string): Promise<void> {
  const now = app.clock.ms();
  const rows = await app.db.platform((sql) =>
    sql.query<{ until: string }>(
      'select (extract(epoch from locked_until) * 1000)::bigint as until from anju_attempt where id = $1 and locked_until > $2',
      [accountKey(tenantId, account), stamp(now)],
    ),
  );
  if (rows[0]?.until)
    throw refuse.accountLocked({ minutes: Math.max(1, Math.ceil((Number(rows[0].until) - now) / 60_000)) });
}

/** `most` = with how many it locks; null never does. Half an hour without a failure begins anew. */
async function count(app: App, key: string, most: number | null, from: string | null): Promise<number> {
  const now = app.clock.ms();
  const [row] = await app.db.platform((sql) =>
    sql.query<{ failures: number }>(
      `insert into anju_attempt (id, failures, last, addresses) values ($1, 1, $2, array_remove(array[$6::text], null))
    on conflict (id) do update set failures = case when anju_attempt.last < $3 or anju_attempt.locked_until is not null and anju_attempt.locked_until <= $2 then 1 else anju_attempt.failures + 1 end,
      last = $2, locked_until = case when anju_attempt.last >= $3 and anju_attempt.failures + 1 >= $4::int and (anju_attempt.locked_until is null or anju_attempt.locked_until > $2) then $5::timestamptz end,
      addresses = (select array_agg(distinct a) from unnest(coalesce(anju_attempt.addresses, '{}') || excluded.addresses) a)
    returning failures`,
      [key, stamp(now), stamp(now - LOCK_MINUTES * 60_000), most, stamp(now + LOCK_MINUTES * 60_000), from],
    ),
  );
  return row.failures;
}

/** Counts what was wrong for the address it came from; answers how long its answer waits, in milliseconds. */
export async function countForAddress(app: App, ip: string): Promise<number> {
  const failures = await count(app, addressKey(ip), null, null);
  return Math.min(LONGEST_MS, Math.max(0, failures - FREE_OF_ADDRESS) * STEP_MS);
}

/** Counts a failure for its account and its address. `left` = the tries that are left; `wait` = how long the answer waits, in milliseconds. */
export async function countFailure(
  app: App,
  tenantId: string,
  account: string,
  ip: string,
): Promise<{ readonly left: number; readonly wait: number }> {
  const wait = await countForAddress(app, ip);
  return {
    wait,
    left: Math.max(
      0,
      MOST_PER_ACCOUNT - (await count(app, accountKey(tenantId, account), MOST_PER_ACCOUNT, addressKey(ip))),
    ),
  };
}

/** What an account failed is forgotten; of the addresses it came from nothing is. */
export const forgetFailures = async (app: App, tenantId: string, account: string): Promise<void> => {
  await app.db.platform((sql) => sql.query('delete from anju_attempt where id = $1', [accountKey(tenantId, account)]));
};

/** Lifts the locks of accounts, and the delay of the addresses that their wrong logins came from. */
export const unlocking = `with gone as (delete from anju_attempt where id = any($1) returning addresses)
  delete from anju_attempt where id in (select unnest(addresses) from gone)`;
