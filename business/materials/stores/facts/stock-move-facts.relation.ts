import { relation } from '#kernel/server';
import { stockMove } from '../stock-move.paper.ts';

/** Fields that statements of other rooms read. */
export const stockMoveFacts = relation(stockMove, ['billType', 'billId', 'qty', 'unitCost', 'postDate', 'reverseOfId']);
