import { type WaitingPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { stock } from '../stores/stock.paper.ts';
import { stockAdjustment } from './stock-adjustment.paper.ts';

/** Adjustments of stock that wait for approval, and items of which too little is left. */
export const materialsPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'adjustments',
    sort: 160,
    label: ['库存调整待批', 'Adjustments to approve'],
    paper: stockAdjustment,
    by: 'approve',
    query: { adjustStatus: 'draft', ascs: 'createTime' },
    all: '/maintenance/asstockadjust?view=draft',
    when: 'came',
    who: 'warehouseId',
    words: 'reason',
    moment: 'createTime',
  }),
  listedPile({
    name: 'belowSafety',
    sort: 165,
    label: ['低于安全库存', 'Below safety stock'],
    paper: stock,
    // Worked off by goods that come; whoever corrects stock orders them.
    by: 'view',
    buttons: [buttonOf(stockAdjustment, 'add')],
    query: { alertState: 'low', hideZero: 'true', warehouseType: 'main,area', ascs: 'lastMoveTime' },
    all: '/maintenance/asstock?view=low',
    when: 'came',
    worry: true,
    who: 'warehouseId',
    words: 'itemName',
    moment: 'lastMoveTime',
  }),
];
