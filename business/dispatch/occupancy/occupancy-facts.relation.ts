import { relation } from '#kernel/server';
import { occupancy } from './occupancy.paper.ts';

/** Columns of bookings that statements of other rooms may read. */
export const occupancyFacts = relation(occupancy, ['technicianId', 'dispatchListId', 'occupyFrom', 'isOpen']);
