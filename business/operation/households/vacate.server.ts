import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { devicesOfHome, unbindDevices } from '../binding/unbind.server.ts';
import { cameraAccount } from '../members/cameras/camera-account.paper.ts';
import { member } from '../members/member.paper.ts';
import { holdCustomers } from './hold-homes.server.ts';
import type { household } from './household.paper.ts';

type Home = Row<typeof household>;

/** Upper bound for the number of members of a home. */
const MAX_MEMBERS = 500;

/**
 * Clear a home whose family moves out: remove its members, revoke its cameras, and unbind its devices. Return the
 * values to write to the household.
 */
export async function vacate(context: Context, row: Home, reason: string | null): Promise<Partial<Home>> {
  const members = await context.find(member, { householdId: row.id }, { limit: MAX_MEMBERS });
  await context.moveAll(
    member,
    members.map((one) => one.id),
    'removed',
    'leave',
  );
  await holdCustomers(context, [row]);
  await unbindDevices(context, await devicesOfHome(context, row.id), { reason, movingOut: true });
  for (const account of await context.find(cameraAccount, { householdId: row.id }))
    await context.change(cameraAccount, account.id, { ezvizStatus: 'revoked', accessToken: null });
  if (row.customerId) await context.change(customer, row.customerId, { householdId: null });
  return {
    moveOutTime: context.now(),
    account: null,
    mainMac: null,
    mainMacType: null,
    ezvizStatus: row.ezvizStatus === 'none' ? 'none' : 'revoked',
  };
}
