import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { roomAddress } from '../addresses/room-address.paper.ts';
import { member } from '../members/member.paper.ts';
import { refuse } from '../refusals.ts';
import { devicesByRoom } from './home-devices.server.ts';
import type { readHomeNow } from './household.calls.ts';
import { household } from './household.paper.ts';

const MAX_MEMBERS = 100;

/**
 * Return a home with its rooms and devices. Members, customer and service file are included if the caller may see them.
 */
export async function homeNow(
  { id }: CallInputOf<typeof readHomeNow>,
  reading: Reading,
): Promise<CallAnswer<typeof readHomeNow>> {
  const [home] = await reading.visible(household, { query: { id } }).words({ first: 1 });
  if (!home) throw refuse.homeMissing();
  const [address] = await reading.visible(roomAddress, { match: { id: home.roomAddressId } }).rows({ first: 1 });
  const customerId = home.customerId || '0';
  const [owner] = await reading.visible(customer, { match: { id: customerId } }).rows({ first: 1 });
  const [file] = await reading.visible(serviceFile, { match: { customerId } }).rows({ order: 't.id', first: 1 });
  const members = await reading
    .visible(member, { query: { householdId: id, approveStatus_notequal: 'removed' } })
    .words({ limit: MAX_MEMBERS });
  return {
    home,
    address: address ?? null,
    fileId: file?.id ?? null,
    customerLevel: String(owner?.customerLevel ?? ''),
    members,
    rooms: await devicesByRoom(reading, id),
  };
}
