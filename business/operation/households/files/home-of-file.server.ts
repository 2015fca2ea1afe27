import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { roomAddress } from '../../addresses/room-address.paper.ts';
import { household } from '../household.paper.ts';
import { type Addressed, fileAbout, homesAt } from './home-of-file.rules.ts';

type Home = Row<typeof household>;

const MOST = 5000;
const LIVED_IN = ['pending', 'active', 'disabled'];

interface HomesAndFiles {
  readonly homes: readonly (Addressed & { readonly roomAddressId: string | null })[];
  readonly files: readonly Addressed[];
}

/**
 * Return all homes and service files of a customer. All are needed: if one home and one file remain whose addresses
 * match nothing, they belong together.
 */
async function homesAndFiles(reading: Pick<Reading, 'find'>, customerId: string): Promise<HomesAndFiles> {
  const homes = await reading.find(household, { customerId, householdStatus: LIVED_IN }, { limit: MOST });
  const addresses = await reading.find(
    roomAddress,
    { id: homes.flatMap((one) => one.roomAddressId ?? []) },
    { limit: MOST },
  );
  const addressOf = (id: string | null): string | null => addresses.find((one) => one.id === id)?.fullAddress ?? null;
  return {
    homes: homes.map(({ id, roomAddressId }) => ({ id, roomAddressId, address: addressOf(roomAddressId) })),
    files: (await reading.find(serviceFile, { customerId }, { limit: MOST })).map(({ id, address }) => ({
      id,
      address,
    })),
  };
}

/** Return the ids of the homes that a service file belongs to. */
export async function homesOfFile(reading: Pick<Reading, 'find'>, fileId: string): Promise<string[]> {
  const [file] = await reading.find(serviceFile, { id: fileId }, { first: 1 });
  if (!file) return [];
  const all = await homesAndFiles(reading, file.customerId);
  return homesAt({ id: file.id, address: file.address }, all).map(({ id }) => id);
}

/** Is it the only home of its customer? Then the customer's address is that of the home. */
export async function isOnlyHome(reading: Pick<Reading, 'find'>, { id, customerId }: Home): Promise<boolean> {
  const { homes } = await homesAndFiles(reading, String(customerId));
  return homes.every((one) => one.id === id);
}

/** Return the id of the service file that belongs to a home; null: none, or it is ambiguous. */
export async function fileOfHome(reading: Pick<Reading, 'find'>, home: Home): Promise<string | null> {
  if (!home.customerId) return null;
  const all = await homesAndFiles(reading, home.customerId);
  const own = all.homes.find(({ id }) => id === home.id);
  return own ? (fileAbout(own, all)?.id ?? null) : null;
}
