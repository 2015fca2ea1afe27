import { relation } from '#kernel/server';
import { reservation } from '../reservation.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const reservationFacts = relation(reservation, [
  'billType',
  'billLineId',
  'qty',
  'releasedQty',
  'reserveStatus',
]);
