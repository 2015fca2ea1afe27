import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { materialStatus, stockBillType } from '../dictionaries.ts';
import { costButton, stockRights } from '../rights.rules.ts';
import { ownStore } from './own-stores.rules.ts';

/** One movement of an item from a place to a place; written once, never changed. */
export const stockMove = paper('stockMove', {
  title: ['库存流水', 'Stock movement'],
  table: 'asstockledger',
  path: 'blade-maintenance/webApi/asstockledger',
  rights: { read: stockRights.read, export: stockRights.export },
  sight: 'colleagues',
  mine: [ownStore('fromWarehouseId'), ownStore('toWarehouseId')],
  caption: 'moveNo',
  hint: ['materialId', 'qty'],
  search: ['moveNo', 'billNo', 'serialNo'],
  readOnly: true,
  fields: {
    moveNo: paperNumber(['流水号', 'Movement no.'], 'KC'),
    billType: dict(stockBillType, ['单据类型', 'Bill type'], { auto: true, list: true, filter: 'exact' }),
    billId: id(['单据ID', 'Bill id'], { auto: true, filter: 'exact', wire: true }),
    billNo: text(['单据编号', 'Bill no.'], { auto: true, list: true, filter: 'like', max: 32, width: 140 }),
    billLineId: id(['单据行', 'Bill line'], { auto: true, filter: 'exact', wire: true }),
    stepKey: text(['幂等键', 'Idempotency key'], { wire: true, auto: true, unique: true, max: 96, code: true }),
    materialId: ref('material', ['物料', 'Material'], { auto: true, list: true, filter: 'exact' }),
    materialStatus: dict(materialStatus, ['物料状态', 'Condition'], { auto: true, list: true, filter: 'exact' }),
    toMaterialStatus: dict(materialStatus, ['转为状态', 'Condition after'], { auto: true }),
    serialNo: text(['序列号', 'Serial no.'], { auto: true, list: true, filter: 'like', max: 64, code: true }),
    fromWarehouseId: ref('warehouse', ['出库', 'From'], { auto: true, list: true, filter: 'exact' }),
    toWarehouseId: ref('warehouse', ['入库', 'To'], { auto: true, list: true, filter: 'exact' }),
    qty: quantity(['数量', 'Quantity'], { auto: true, list: true }),
    unitCost: price(['成本单价', 'Unit cost'], { auto: true, readers: 'cost' }),
    fromBalance: quantity(['出库结存', 'From balance'], { auto: true, list: true }),
    toBalance: quantity(['入库结存', 'To balance'], { auto: true, list: true }),
    postDate: day(['过账日期', 'Posting date'], { auto: true, list: true, filter: 'range' }),
    moveTime: moment(['时间', 'Time'], { auto: true, list: true, filter: 'range' }),
    operatorId: person(['操作人', 'Operator'], { auto: true, filter: 'exact' }),
    reverseOfId: ref('stockMove', ['冲销', 'Reverses'], { auto: true, filter: 'exact' }),
    sapFlowId: id(['SAP流水', 'SAP flow'], { wire: true, auto: true, filter: 'exact' }),
  },
  groups: [
    {
      label: ['单据', 'Bill'],
      fields: ['moveNo', 'billType', 'billNo', 'postDate', 'moveTime', 'operatorId', 'reverseOfId'],
    },
    {
      label: ['移动', 'Movement'],
      fields: [
        'materialId',
        'materialStatus',
        'toMaterialStatus',
        'serialNo',
        'qty',
        'unitCost',
        'fromWarehouseId',
        'toWarehouseId',
        'fromBalance',
        'toBalance',
      ],
    },
  ],
  views: {
    consume: { label: ['完工用料', 'Consumption'], filter: { billType: 'consume' } },
    shipment: { label: ['发料', 'Shipments'], filter: { billType: 'shipment' } },
    adjust: { label: ['盘点', 'Counts'], filter: { billType: 'adjust' } },
    transfer: { label: ['调拨', 'Transfers'], filter: { billType: 'transfer' } },
  },
  card: ['moveNo', 'materialId', 'qty', 'fromWarehouseId', 'toWarehouseId'],
  buttons: costButton,
  menu: { group: 'materials', icon: 'arrow-left-right', path: '/maintenance/asstockledger', sort: 30 },
});
