import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { setCameras } from '../../households/household.calls.ts';
import { household } from '../../households/household.paper.ts';
import { refuse } from '../../refusals.ts';
import { cameraAccount } from './camera-account.paper.ts';
import { type Grant, exchangeCode } from './ezviz.server.ts';

/** What stands for the home now: a token that was given, or one that the maker gives for a code. */
async function grantFrom(asked: CallInputOf<typeof setCameras>): Promise<Grant | null> {
  if (!asked.authCode)
    return asked.accessToken ? { accessToken: asked.accessToken, expireTime: asked.expireTime } : null;
  const grant = await exchangeCode(asked.authCode);
  if (!grant) throw refuse.authCodeFailed();
  return grant;
}

const statusOf = (grant: Grant | null, now: string): Row<typeof cameraAccount>['ezvizStatus'] =>
  !grant ? 'none' : grant.expireTime && grant.expireTime < now ? 'expired' : 'authorized';

/** Return the account of a home, or nothing where it has none yet; refuse whoever may not write or add it. */
async function writableAccount(context: Context, householdId: string): Promise<Row<typeof cameraAccount> | undefined> {
  const [account] = await context.find(cameraAccount, { householdId }, { first: 1 });
  await context.assertRight(cameraAccount, account ? 'edit' : 'add', account ? [account.id] : []);
  return account;
}

/** Writes the camera account of a home; a token is kept sealed and never told. */
export async function writeCameras(
  asked: CallInputOf<typeof setCameras>,
  context: Context,
): Promise<CallAnswer<typeof setCameras>> {
  const { householdId, ezvizPhone, ezvizAppKey } = asked;
  await context.visible(household, { button: 'ezviz' }).all([householdId]);
  if (!ezvizPhone && !ezvizAppKey && !asked.accessToken && !asked.authCode) throw refuse.nothingGiven();
  await context.lockRows(household, [householdId]);
  const account = await writableAccount(context, householdId);
  const grant = await grantFrom(asked);
  const ezvizStatus = grant ? statusOf(grant, context.now()) : (account?.ezvizStatus ?? 'none');
  const values = {
    ...(ezvizPhone && { ezvizPhone }),
    ...(ezvizAppKey && { appKey: ezvizAppKey }),
    ...(grant && { accessToken: grant.accessToken, expireTime: grant.expireTime }),
    ezvizStatus,
  };
  await context.change(household, householdId, { ezvizStatus });
  if (account) await context.change(cameraAccount, account.id, values);
  else await context.create(cameraAccount, { householdId, ...values });
  return { householdId, ezvizStatus: String(ezvizStatus) };
}
