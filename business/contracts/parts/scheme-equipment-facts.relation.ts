import { relation } from '#kernel/server';
import { schemeEquipment } from './scheme-equipment.paper.ts';

/** Columns of the machines of contracts that statements of other rooms may read. */
export const schemeEquipmentFacts = relation(schemeEquipment, ['schemeId', 'equipmentId']);
