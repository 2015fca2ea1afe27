import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { stockAdjustment } from './stock-adjustment.paper.ts';

/** Adjustments of stock that wait for approval. */
export const materialsPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'adjustments',
    sort: 160,
    paper: stockAdjustment,
    by: 'approve',
    query: { adjustStatus: 'draft', ascs: 'createTime' },
    who: 'warehouseId',
    words: 'reason',
    when: 'createTime',
  }),
];
