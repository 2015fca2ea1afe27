import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Context } from '#kernel/server';
import { member } from '../members/member.paper.ts';
import { refuse } from '../refusals.ts';
import type { detachAccount } from './household.calls.ts';
import { holdHomes } from './hold-homes.server.ts';
import { household } from './household.paper.ts';
import { vacate } from './vacate.server.ts';

type Detached = CallAnswer<typeof detachAccount>;

/**
 * Remove an account from its home. If it was the owner, the admin who was approved first becomes owner; without an
 * admin, the home is moved out.
 */
export async function detach({ account }: CallInputOf<typeof detachAccount>, context: Context): Promise<Detached> {
  const [found] = account
    ? await context.find(member, { account, approveStatus: ['pending', 'approved', 'rejected'] }, { first: 1 })
    : [];
  if (!found) throw refuse.accountUnknown();
  await context.visible(household, { button: 'edit' }).all([found.householdId]);
  await context.assertRight(member, 'removeClient', [found.id]);
  const [home] = await holdHomes(context, [found.householdId]);
  await context.lockRows(member, [found.id]);
  await context.move(member, found.id, 'removed', 'leave');
  if (found.clientRole !== 'owner' || found.approveStatus !== 'approved')
    return { householdId: home.id, householdStatus: home.householdStatus, owner: null };
  const admins = await context.find(
    member,
    { householdId: home.id, clientRole: 'admin', approveStatus: 'approved' },
    { limit: 500 },
  );
  const [next] = admins.toSorted((one, other) => String(one.approveTime).localeCompare(String(other.approveTime)));
  if (next) {
    await context.change(member, next.id, { clientRole: 'owner' }, [
      '户主退出，由其接任',
      'Follows the owner who left',
    ]);
    return { householdId: home.id, householdStatus: home.householdStatus, owner: next.account };
  }
  const gone = await vacate(context, home, null);
  const moved = await context.move(household, home.id, 'moved_out', 'leave', gone);
  return { householdId: home.id, householdStatus: moved?.householdStatus ?? home.householdStatus, owner: null };
}
