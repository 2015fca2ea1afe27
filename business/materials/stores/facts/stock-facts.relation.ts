import { relation } from '#kernel/server';
import { stock } from '../stock.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const stockFacts = relation(stock, [
  'warehouseId',
  'materialId',
  'materialStatus',
  'serialNo',
  'binCode',
  'onHand',
  'reserved',
  'avgCost',
]);
