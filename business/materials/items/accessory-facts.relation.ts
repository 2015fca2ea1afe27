import { relation } from '#kernel/server';
import { accessory } from './accessory.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const accessoryFacts = relation(accessory, ['materialId', 'acceMaterialId', 'qtyPer', 'isDefault']);
