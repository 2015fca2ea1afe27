import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { setCameras } from '../../households/household.calls.ts';
import { household } from '../../households/household.paper.ts';
import { refuse } from '../../refusals.ts';
import { cameraAccount } from './camera-account.paper.ts';
import { type Grant, exchangeCode } from './ezviz.server.ts';

/** Return the grant of a request: its token, or one exchanged for its code. Null: the request has neither. */
async function grantFrom(input: CallInputOf<typeof setCameras>): Promise<Grant | null> {
  if (!input.authCode)
    return input.accessToken ? { accessToken: input.accessToken, expireTime: input.expireTime } : null;
  const grant = await exchangeCode(input.authCode);
  if (!grant) throw refuse.authCodeFailed();
  return grant;
}

const statusOf = (grant: Grant | null, now: string): Row<typeof cameraAccount>['ezvizStatus'] =>
  !grant ? 'none' : grant.expireTime && grant.expireTime < now ? 'expired' : 'authorized';

/** Return the camera account of a home; undefined: none. Refuse a caller without the right to change or add it. */
async function writableAccount(context: Context, householdId: string): Promise<Row<typeof cameraAccount> | undefined> {
  const [account] = await context.find(cameraAccount, { householdId }, { first: 1 });
  await context.assertRight(cameraAccount, account ? 'edit' : 'add', account ? [account.id] : []);
  return account;
}

/** Write the camera account of a home. Its token is sealed and never returned. */
export async function writeCameras(
  input: CallInputOf<typeof setCameras>,
  context: Context,
): Promise<CallAnswer<typeof setCameras>> {
  const { householdId, ezvizPhone, ezvizAppKey } = input;
  await context.visible(household, { button: 'ezviz' }).all([householdId]);
  if (!ezvizPhone && !ezvizAppKey && !input.accessToken && !input.authCode) throw refuse.nothingGiven();
  await context.lockRows(household, [householdId]);
  const account = await writableAccount(context, householdId);
  const grant = await grantFrom(input);
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
