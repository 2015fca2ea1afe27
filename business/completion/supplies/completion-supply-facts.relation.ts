import { relation } from '#kernel/server';
import { completionSupply } from './completion-supply.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const completionSupplyFacts = relation(completionSupply, [
  'completionId',
  'materialId',
  'schemeSuppliesId',
  'itemName',
  'warehouseId',
  'qty',
  'postedQty',
  'postedOldQty',
  'payer',
  'amount',
]);
