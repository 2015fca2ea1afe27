import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { member } from '../members/member.paper.ts';
import { holdAddress } from './hold-homes.server.ts';
import { household } from './household.paper.ts';

/** Lock an address, and refuse if another household is active there. */
export async function assertAddressFree(context: Context, roomAddressId: string, but: string): Promise<void> {
  await holdAddress(context, roomAddressId);
  const others = await context.find(household, { roomAddressId, householdStatus: 'active' });
  if (others.some((one) => one.id !== but)) throw refuse.addressOccupied();
}

/** Activate a pending household if it has an approved owner and a main device. Refuse if its address is occupied. */
export async function settleHome(context: Context, id: string): Promise<void> {
  const [home] = await context.lockRows(household, [id]);
  if (home?.householdStatus !== 'pending' || !home.mainMac) return;
  const owners = await context.find(
    member,
    { householdId: id, clientRole: 'owner', approveStatus: 'approved' },
    { first: 1 },
  );
  if (!owners.length) return;
  await assertAddressFree(context, home.roomAddressId, id);
  await context.move(household, id, 'active', 'settle', { activateTime: context.now() });
}
