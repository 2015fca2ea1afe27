import { dict } from '#kernel/fields/dict/dict.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { paper } from '#kernel/language/paper.ts';
import { materialStatus, reserveStatus, stockBillType } from '../dictionaries.ts';
import { stockRights } from '../rights.rules.ts';
import { ownStore } from './own-stores.rules.ts';

/** A quantity reserved for a line of a paper. */
export const reservation = paper('reservation', {
  title: ['库存占用', 'Reservation'],
  table: 'asstockreserve',
  path: 'blade-maintenance/webApi/asstockreserve',
  rights: { read: stockRights.read },
  sight: 'colleagues',
  mine: [ownStore('warehouseId')],
  caption: 'materialId',
  hint: ['qty'],
  readOnly: true,
  indexed: { billLineId: 'reservations of a line' },
  fields: {
    warehouseId: ref('warehouse', ['仓库', 'Warehouse'], { auto: true, filter: 'exact' }),
    materialId: ref('material', ['物料', 'Material'], { auto: true, filter: 'exact' }),
    materialStatus: dict(materialStatus, ['物料状态', 'Condition'], { auto: true, filter: 'exact' }),
    billType: dict(stockBillType, ['单据类型', 'Bill type'], { auto: true, filter: 'exact' }),
    billLineId: id(['单据行', 'Bill line'], { wire: true, auto: true, filter: 'exact' }),
    qty: quantity(['占用数量', 'Reserved'], { auto: true, list: true }),
    releasedQty: quantity(['已释放', 'Released'], { auto: true, list: true }),
    reserveStatus: dict(reserveStatus, ['状态', 'State'], { auto: true, filter: 'exact' }),
  },
  under: 'stock',
});
