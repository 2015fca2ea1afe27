import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { stockAdjustStatus, stockAdjustType } from '../dictionaries.ts';
import { stockRights } from '../rights.rules.ts';
import { adjustmentLifecycle } from './adjustment-lifecycle.rules.ts';

/** Opening balances, count differences, purchases without SAP and moves between stores: the only paper that moves stock by hand. */
export const stockAdjustment = paper('stockAdjustment', {
  title: ['库存调整', 'Stock adjustment'],
  table: 'asstockadjust',
  path: 'blade-maintenance/webApi/asstockadjust',
  rights: stockRights,
  sight: 'shared',
  caption: 'adjustNo',
  hint: ['adjustType', 'warehouseId'],
  search: ['adjustNo', 'supplierDoc', 'reason', 'remark'],
  lifecycle: adjustmentLifecycle,
  fields: {
    adjustNo: paperNumber(['调整单号', 'Adjustment no.'], 'PD'),
    adjustType: dict(stockAdjustType, ['调整类型', 'Type'], {
      required: true,
      list: true,
      filter: 'exact',
      example: 'open',
      help: [
        '期初：从未有过流水的物料；盘点：实盘与账面的差额；调拨：仓库之间',
        'Opening: materials that never moved here; count: difference between counted and book; transfer: between warehouses',
      ],
    }),
    warehouseId: ref('warehouse', ['仓库', 'Warehouse'], { required: true, list: true, filter: 'exact' }),
    toWarehouseId: ref('warehouse', ['调入仓库', 'To warehouse'], { list: true, filter: 'exact' }),
    supplierDoc: text(['供应商单据号', 'Supplier document'], { list: true, filter: 'like', max: 64 }),
    postDate: day(['过账日期', 'Posting date'], {
      required: true,
      list: true,
      filter: 'range',
      example: '2026-11-02',
      help: ['可早于今天，但须在未关账的月份内', 'May be earlier than today, within a month that is still open'],
    }),
    totalQty: quantity(['数量合计', 'Quantity'], { auto: true, list: true, min: 'any' }),
    totalAmount: money(['金额合计', 'Value'], { auto: true, list: true }),
    reason: text(['调整原因', 'Reason'], { required: true, list: true, max: 255, wide: true }),
    adjustStatus: dict(stockAdjustStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    approveUser: person(['审批人', 'Approved by'], { auto: true }),
    approveTime: moment(['审批时间', 'Approved at'], { auto: true, list: true, filter: 'range' }),
    approveNote: text(['审批意见', 'Opinion'], { auto: true, max: 255, wide: true }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  unusual: [
    { field: 'postDate', days: 0, words: ['过账日期不能晚于今天', 'The posting date may not lie in the future'] },
  ],
  lines: { lines: { paper: 'stockAdjustmentLine', parent: 'adjustId', needed: true } },
  groups: [
    {
      label: ['调整', 'Adjustment'],
      fields: ['adjustNo', 'adjustType', 'warehouseId', 'toWarehouseId', 'supplierDoc', 'postDate', 'reason', 'remark'],
    },
    { label: ['合计', 'Totals'], fields: ['totalQty', 'totalAmount'] },
    { label: ['审批', 'Approval'], fields: ['adjustStatus', 'approveUser', 'approveTime', 'approveNote'] },
  ],
  shownWhen: {
    toWarehouseId: { field: 'adjustType', is: ['transfer'] },
    supplierDoc: { field: 'adjustType', is: ['purchase'] },
  },
  views: {
    draft: { label: ['待审批', 'To approve'], filter: { adjustStatus: 'draft' } },
    pending: { label: ['审批中', 'In approval'], filter: { adjustStatus: 'pending' } },
    open: { label: ['期初', 'Opening'], filter: { adjustType: 'open' } },
    count: { label: ['盘点', 'Counts'], filter: { adjustType: 'count' } },
    transfer: { label: ['调拨', 'Transfers'], filter: { adjustType: 'transfer' } },
    purchase: { label: ['采购入库', 'Purchases'], filter: { adjustType: 'purchase' } },
  },
  buttons: { approveAbove: { label: ['审批超限调整', 'Approve above the limit'], roles: ['as_manager'] } },
  card: ['adjustNo', 'adjustStatus', 'adjustType', 'warehouseId', 'totalAmount'],
  menu: { group: 'materials', icon: 'scale', path: '/maintenance/asstockadjust', sort: 20 },
  print: true,
  logAs: 'stockAdjust',
});
