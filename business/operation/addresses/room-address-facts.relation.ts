import { relation } from '#kernel/server';
import { roomAddress } from './room-address.paper.ts';

/** Fields that statements of other rooms read. */
export const roomAddressFacts = relation(roomAddress, ['areaCode', 'fullAddress', 'areaSize']);
