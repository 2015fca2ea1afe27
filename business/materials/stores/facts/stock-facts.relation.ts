import { relation } from '#kernel/server';
import { stock } from '../stock.paper.ts';

/** Fields that statements of other rooms read. */
export const stockFacts = relation(stock, [
  'warehouseId',
  'materialId',
  'materialStatus',
  'onHand',
  'reserved',
  'avgCost',
]);
