import { type WaitingPile, conditionPile, listedPile } from '#business/masterdata/piles/piles.server.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import type { Reading, VisibleRow } from '#kernel/server';
import { material } from '../items/material.paper.ts';
import { quantityText } from '../stores/posting.rules.ts';
import { stock } from '../stores/stock.paper.ts';
import { warehouse } from '../stores/warehouse.paper.ts';
import { stockAdjustment } from './stock-adjustment.paper.ts';

/** Return what a store has of an item, and what it needs: the last movement says nothing about it. */
async function shortItem(one: VisibleRow, reading: Reading) {
  const item = await reading.get(material, String(one.materialId));
  const place = await reading.get(warehouse, String(one.warehouseId));
  const [has, needs] = [quantityText(String(one.onHand)), quantityText(item.minStock ?? '0')];
  return {
    id: one.id,
    who: place.warehouseName,
    words:
      reading.language === 'en' ? `${item.itemName} ${has} of ${needs}` : `${item.itemName} 现存 ${has}，安全 ${needs}`,
    when: '',
  };
}

/** Adjustments that wait for approval, and items with low stock. */
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
  conditionPile({
    name: 'belowSafety',
    sort: 165,
    label: ['低于安全库存', 'Below safety stock'],
    paper: stock,
    // No action on the row raises the stock, only arriving goods do. So the pile is shown to people who may enter stock
    // adjustments.
    by: 'view',
    buttons: [buttonOf(stockAdjustment, 'add')],
    wanted: () => ({
      query: { alertState: 'low', hideZero: 'true', warehouseType: 'main,area' },
      order: 't.last_move_time, t.id',
    }),
    told: shortItem,
    all: '/maintenance/asstock?view=low',
    when: 'came',
    worry: true,
  }),
];
