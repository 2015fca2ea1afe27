import type { Draft, Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { premises } from '#business/customers/premises.paper.ts';
import type { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { roomAddress } from '../../addresses/room-address.paper.ts';
import type { household } from '../household.paper.ts';
import { fileOfHome, isOnlyHome } from './home-of-file.server.ts';

type Place = Pick<Draft<typeof repairForm>, 'registerMainId'> &
  Partial<Pick<Row<typeof repairForm>, 'address' | 'premisesId' | 'location' | 'customerServiceTeam'>>;

/**
 * Return where a repair request for a home takes place: its service file, or else its address. Empty: the address of
 * the home is unknown. Also empty if that address names no premises and the customer has no other home.
 */
export async function placeOfRequest(context: Context, home: Row<typeof household>): Promise<Place> {
  const registerMainId = await fileOfHome(context, home);
  if (registerMainId) return { registerMainId };
  const [at] = home.roomAddressId ? await context.find(roomAddress, { id: home.roomAddressId }, { first: 1 }) : [];
  if (!at?.fullAddress || (!at.premisesId && (await isOnlyHome(context, home)))) return {};
  const [estate] = at.premisesId ? await context.find(premises, { id: at.premisesId }, { first: 1 }) : [];
  return {
    address: at.fullAddress,
    premisesId: at.premisesId,
    location: at.location ?? estate?.location ?? null,
    ...(estate && { customerServiceTeam: estate.customerServiceTeam }),
  };
}
