import { relation } from '#kernel/server';
import { roomAddress } from './room-address.paper.ts';

/** Columns of addresses that other rooms may read in their SQL. */
export const roomAddressFacts = relation(roomAddress, [
  'areaCode',
  'premisesId',
  'projectName',
  'fullAddress',
  'areaSize',
]);
