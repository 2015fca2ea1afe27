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

/** Opening balances, count differences and moves between stores: the only paper that moves stock by hand. */
export const stockAdjustment = paper('stockAdjustment', {
  title: ['库存调整', 'Stock adjustment'],
  table: 'asstockadjust',
  path: 'blade-maintenance/webApi/asstockadjust',
  rights: stockRights,
  sight: 'shared',
  caption: 'adjustNo',
  hint: ['adjustType', 'warehouseId'],
  search: ['adjustNo', 'reason', 'remark'],
  lifecycle: adjustmentLifecycle,
  fields: {
    adjustNo: paperNumber(['调整单号', 'Adjustment no.'], 'PD'),
    adjustType: dict(stockAdjustType, ['调整类型', 'Type'], { required: true, list: true, filter: 'exact' }),
    warehouseId: ref('warehouse', ['仓库', 'Warehouse'], { required: true, list: true, filter: 'exact' }),
    toWarehouseId: ref('warehouse', ['调入仓库', 'To warehouse'], { list: true, filter: 'exact' }),
    postDate: day(['过账日期', 'Posting date'], { required: true, list: true, filter: 'range' }),
    totalQty: quantity(['数量合计', 'Quantity'], { auto: true, list: true }),
    totalAmount: money(['金额合计', 'Value'], { auto: true, list: true }),
    reason: text(['调整原因', 'Reason'], { required: true, list: true, max: 255, wide: true }),
    adjustStatus: dict(stockAdjustStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    approveUser: person(['审批人', 'Approved by'], { auto: true }),
    approveTime: moment(['审批时间', 'Approved at'], { auto: true, list: true, filter: 'range' }),
    approveNote: text(['审批意见', 'Opinion'], { auto: true, max: 255, wide: true }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  lines: { lines: { paper: 'stockAdjustmentLine', parent: 'adjustId' } },
  card: ['adjustNo', 'adjustStatus', 'adjustType', 'warehouseId', 'totalAmount'],
  menu: { group: 'materials', icon: 'scale', path: '/maintenance/asstockadjust', sort: 20 },
  print: true,
  logAs: 'stockAdjust',
});
