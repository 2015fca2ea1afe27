import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Context } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { homeRoom } from '../addresses/home-room.paper.ts';
import { roomAddress } from '../addresses/room-address.paper.ts';
import { MAX_DEVICES, devicesOfHome } from '../binding/unbind.server.ts';
import { refuse } from '../refusals.ts';
import type { moveHome } from './household.calls.ts';
import { holdHomes } from './hold-homes.server.ts';
import { household } from './household.paper.ts';
import { assertAddressFree } from './settle.server.ts';

/**
 * Move a home with its devices to another address. Devices are assigned to the rooms there with the same names, or else
 * to none.
 */
export async function moveTo(
  { householdId, roomAddressId }: CallInputOf<typeof moveHome>,
  context: Context,
): Promise<CallAnswer<typeof moveHome>> {
  await context.visible(household, { button: 'edit' }).all([householdId]);
  const [target] = await context.visible(roomAddress).all([roomAddressId]);
  const [home] = await holdHomes(context, [householdId]);
  if (home.householdStatus === 'moved_out') throw refuse.homeClosed();
  if (!target.enabled) throw refuse.addressDisabled();
  if (home.householdStatus === 'active') await assertAddressFree(context, roomAddressId, home.id);
  const before = await context.find(homeRoom, { roomAddressId: home.roomAddressId }, { limit: MAX_DEVICES });
  const after = await context.find(homeRoom, { roomAddressId }, { limit: MAX_DEVICES });
  const roomFor = (roomId: string | null): string | null => {
    const name = before.find((room) => room.id === roomId)?.name;
    return after.find((room) => room.name === name)?.id ?? null;
  };
  const devices = await devicesOfHome(context, home.id);
  await context.changeAll(
    device,
    new Map(devices.map((row) => [row.id, { roomAddressId, roomId: roomFor(row.roomId) }])),
  );
  const row = await context.change(household, home.id, { roomAddressId });
  return { id: row.id, roomAddressId: row.roomAddressId };
}
