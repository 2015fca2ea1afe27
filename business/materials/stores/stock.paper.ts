import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { materialStatus, stockAlert } from '../dictionaries.ts';
import { costButton, stockRights } from '../rights.rules.ts';
import { ownStore } from './own-stores.rules.ts';

/** The balance of one item in one place and condition, written only by the posting service. */
export const stock = paper('stock', {
  title: ['物料库存', 'Stock'],
  plural: 'Stock',
  table: 'asstock',
  path: 'blade-maintenance/webApi/asstock',
  rights: { read: stockRights.read, export: stockRights.export },
  sight: 'colleagues',
  mine: [ownStore('warehouseId')],
  caption: 'itemName',
  hint: ['warehouseId', 'onHand'],
  search: ['itemCode', 'itemName', 'serialNo'],
  readOnly: true,
  fields: {
    warehouseId: ref('warehouse', ['仓库', 'Warehouse'], { auto: true, list: true, filter: 'exact' }),
    materialId: ref('material', ['物料', 'Material'], { auto: true, filter: 'exact' }),
    itemCode: text(['物料编码', 'Material code'], { auto: true, list: true, filter: 'like', max: 50, code: true }),
    itemName: text(['物料名称', 'Material name'], { auto: true, list: true, filter: 'like', max: 200 }),
    itmsGrpNam: text(['物料组', 'Material group'], { auto: true, list: true, filter: 'exact', max: 64 }),
    materialStatus: dict(materialStatus, ['物料状态', 'Condition'], { auto: true, list: true, filter: 'exact' }),
    serialNo: text(['序列号', 'Serial no.'], { auto: true, list: true, filter: 'like', max: 64, code: true }),
    binCode: text(['货位', 'Place'], { auto: true, list: true, max: 20, code: true }),
    onHand: quantity(['现存量', 'On hand'], { auto: true, list: true }),
    reserved: quantity(['占用量', 'Reserved'], { auto: true, list: true }),
    available: quantity(['可用量', 'Available'], { computed: true, list: true }),
    inTransit: quantity(['在途', 'In transit'], { computed: true, list: true }),
    avgCost: price(['平均成本', 'Average cost'], { auto: true, readers: 'cost' }),
    amount: money(['库存金额', 'Value'], { computed: true, list: true, readers: 'cost' }),
    lastMoveTime: moment(['最近变动', 'Last move'], { auto: true, list: true, filter: 'range' }),
    alertState: dict(stockAlert, ['库存预警', 'Alert'], { computed: true, list: true, filter: 'exact' }),
  },
  uniques: [['warehouseId', 'materialId', 'materialStatus', 'serialNo']],
  groups: [
    {
      label: ['物料', 'Material'],
      fields: ['materialId', 'itemCode', 'itemName', 'itmsGrpNam', 'materialStatus', 'serialNo'],
    },
    {
      label: ['结存', 'Balance'],
      fields: [
        'warehouseId',
        'binCode',
        'onHand',
        'reserved',
        'available',
        'inTransit',
        'avgCost',
        'amount',
        'lastMoveTime',
        'alertState',
      ],
    },
  ],
  views: {
    inStock: { label: ['有库存', 'In stock'], filter: { hideZero: 'true' } },
    low: {
      label: ['低于安全库存', 'Below safety stock'],
      filter: { alertState: 'low', hideZero: 'true' },
      worry: true,
    },
    over: { label: ['超储', 'Above the maximum'], filter: { alertState: 'over' } },
    dead: { label: ['呆滞', 'Dead stock'], filter: { alertState: 'dead', hideZero: 'true' } },
    vans: { label: ['技师个人库', 'Technicians’ vans'], filter: { warehouseType: 'person', hideZero: 'true' } },
    old: { label: ['旧件', 'Old parts'], filter: { warehouseType: 'old', hideZero: 'true' } },
  },
  card: ['itemName', 'warehouseId', 'onHand', 'available'],
  buttons: {
    ...costButton,
    place: { label: ['设置货位', 'Set places'], roles: ['as_store', 'as_manager', 'as_admin'] },
  },
  menu: { group: 'materials', icon: 'boxes', path: '/maintenance/asstock', sort: 10 },
});
