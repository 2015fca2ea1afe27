import { relation } from '#kernel/server';
import { consumable } from './consumable.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const consumableFacts = relation(consumable, ['materialId', 'warnDays', 'usageUnit', 'hardnessFactor']);
