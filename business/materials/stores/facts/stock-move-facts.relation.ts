import { relation } from '#kernel/server';
import { stockMove } from '../stock-move.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const stockMoveFacts = relation(stockMove, [
  'moveNo',
  'billType',
  'billId',
  'billNo',
  'billLineId',
  'stepKey',
  'materialId',
  'materialStatus',
  'toMaterialStatus',
  'serialNo',
  'fromWarehouseId',
  'toWarehouseId',
  'qty',
  'unitCost',
  'postDate',
  'moveTime',
  'reverseOfId',
]);
