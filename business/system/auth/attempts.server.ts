import { type App, attemptLock, countAttempt, forgetAttempts, networkOf } from '#kernel/server';
import { refuse } from '../refusals.ts';

const MOST_PER_ACCOUNT = 5;
export const LOCK_MINUTES = 30;

/** So many wrong logins of an address within half an hour are typing errors. */
const FREE_OF_ADDRESS = 10;
/** Each one more makes its wrong answers wait so much longer, up to a bound. */
const STEP_MS = 100;
const LONGEST_MS = 5000;

export const accountKey = (tenantId: string, account: string): string => `account ${tenantId} ${account.toLowerCase()}`;
const addressKey = (ip: string): string => `address ${networkOf(ip)}`;

/** Refuses while an account is locked. Unknown accounts lock like known ones, so that nobody learns which exist. */
export async function assertNotLocked(app: App, tenantId: string, account: string): Promise<void> {
  const until = await attemptLock(app, accountKey(tenantId, account));
  if (until !== null)
    throw refuse.accountLocked({ minutes: Math.max(1, Math.ceil((until - app.clock.ms()) / 60_000)) });
}

/** Count a failure; `max`: the one that locks, or null. Half an hour without a failure begins with 1. */
const count = (app: App, key: string, max: number | null, from: string | null): Promise<number> =>
  countAttempt(app, key, { max, minutes: LOCK_MINUTES, from });

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

/** Forget the failures of an account; those of its addresses stay. */
export const forgetFailures = (app: App, tenantId: string, account: string): Promise<void> =>
  forgetAttempts(app, accountKey(tenantId, account));
