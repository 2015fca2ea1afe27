import { type App, attemptLock, countAttempt, forgetAttempts, networkOf } from '#kernel/server';
import { refuse } from '../refusals.ts';

const MAX_PER_ACCOUNT = 5;
export const LOCK_MINUTES = 30;

/**
 * Maximum of wrong logins of an address in half an hour that are answered without delay, since they may be typing
 * errors.
 */
const FREE_OF_ADDRESS = 10;
/** Each further wrong login adds this delay, up to a maximum. */
const STEP_MS = 100;
const LONGEST_MS = 5000;

export const accountKey = (tenantId: string, account: string): string => `account ${tenantId} ${account.toLowerCase()}`;
const addressKey = (ip: string): string => `address ${networkOf(ip)}`;

/** Refuse a locked account. Unknown accounts lock like known ones, so that nobody learns which exist. */
export async function assertNotLocked(app: App, tenantId: string, account: string): Promise<void> {
  const until = await attemptLock(app, accountKey(tenantId, account));
  if (until !== null)
    throw refuse.accountLocked({ minutes: Math.max(1, Math.ceil((until - app.clock.ms()) / 60_000)) });
}

/**
 * Count a failure. `max` is the count at which the key is locked; null: it is never locked. After half an hour without
 * a failure, the count restarts at 1.
 */
const count = (app: App, key: string, max: number | null, from: string | null): Promise<number> =>
  countAttempt(app, key, { max, minutes: LOCK_MINUTES, from });

/** Count a failure of an address; return the delay of its answer in milliseconds. */
export async function countForAddress(app: App, ip: string): Promise<number> {
  const failures = await count(app, addressKey(ip), null, null);
  return Math.min(LONGEST_MS, Math.max(0, failures - FREE_OF_ADDRESS) * STEP_MS);
}

/**
 * Count a failure of an account and its address. Return the tries that are left (`left`) and the delay of the answer in
 * milliseconds (`wait`).
 */
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
      MAX_PER_ACCOUNT - (await count(app, accountKey(tenantId, account), MAX_PER_ACCOUNT, addressKey(ip))),
    ),
  };
}

/** Forget the failures of an account; those of its addresses stay. */
export const forgetFailures = (app: App, tenantId: string, account: string): Promise<void> =>
  forgetAttempts(app, accountKey(tenantId, account));
