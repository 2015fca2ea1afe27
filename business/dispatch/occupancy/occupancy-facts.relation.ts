import { relation } from '#kernel/server';
import { occupancy } from './occupancy.paper.ts';

/** Fields that statements of other rooms read. */
export const occupancyFacts = relation(occupancy, ['technicianId', 'dispatchListId', 'occupyFrom', 'isOpen']);
