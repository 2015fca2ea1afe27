import type { House } from '#kernel/server/house.ts';
import { inZone } from '#kernel/server/time/clock.ts';
import { refuse } from '../refusals.ts';

const MOST_PER_ACCOUNT = 5;
const MOST_PER_ADDRESS = 50;
export const LOCK_MINUTES = 30;

const stamp = (ms: number): string => `${inZone(ms, 'UTC')}+00`;
export const accountKey = (tenantId: string, account: string): string => `account ${tenantId} ${account.toLowerCase()}`;
export const addressKey = (ip: string): string => `address ${ip}`;

/** Refuses while an account or an address is locked. Unknown accounts lock like known ones, so that nobody learns which exist. */
export async function assertNotLocked(house: House, keys: readonly string[]): Promise<void> {
  const now = house.clock.ms();
  const rows = await house.db.platform((sql) => sql.query<{ until: string }>('select (extract(epoch from max(locked_until)) * 1000)::bigint as until from anju_attempt where id = any($1) and locked_until > $2', [keys, stamp(now)]));
  if (rows[0]?.until) throw refuse.accountLocked({ minutes: Math.max(1, Math.ceil((Number(rows[0].until) - now) / 60_000)) });
}

async function count(house: House, key: string, most: number): Promise<number> {
  const now = house.clock.ms();
  // Half an hour without a failure begins anew.
  const [row] = await house.db.platform((sql) => sql.query<{ failures: number }>(`insert into anju_attempt (id, failures, last) values ($1, 1, $2)
    on conflict (id) do update set failures = case when anju_attempt.last < $3 or anju_attempt.locked_until is not null and anju_attempt.locked_until <= $2 then 1 else anju_attempt.failures + 1 end,
      last = $2, locked_until = case when anju_attempt.last >= $3 and anju_attempt.failures + 1 >= $4 and (anju_attempt.locked_until is null or anju_attempt.locked_until > $2) then $5::timestamptz end
    returning failures`, [key, stamp(now), stamp(now - LOCK_MINUTES * 60_000), most, stamp(now + LOCK_MINUTES * 60_000)]));
  return row.failures;
}

/** Counts what says nothing about an account. */
export const countForAddress = async (house: House, ip: string): Promise<void> => { await count(house, addressKey(ip), MOST_PER_ADDRESS); };

/** Counts a failure and answers how many tries are left. */
export async function countFailure(house: House, tenantId: string, account: string, ip: string): Promise<number> {
  await count(house, addressKey(ip), MOST_PER_ADDRESS);
  return Math.max(0, MOST_PER_ACCOUNT - await count(house, accountKey(tenantId, account), MOST_PER_ACCOUNT));
}

export const forgetFailures = async (house: House, keys: readonly string[]): Promise<void> => {
  await house.db.platform((sql) => sql.query('delete from anju_attempt where id = any($1)', [keys]));
};
