import { relation } from '#kernel/server';
import { schemeSupplies } from './scheme-supplies.paper.ts';

/** Columns of the consumables of contracts that statements of other rooms may read. */
export const schemeSuppliesFacts = relation(schemeSupplies, [
  'schemeId',
  'equipmentId',
  'suppliesId',
  'suppliesName',
  'installDate',
  'lifeDays',
  'lifeUsage',
  'dueDate',
  'warnStatus',
]);
