import { dict } from '#kernel/fields/dict/dict.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { materialStatus, unit } from '../dictionaries.ts';
import { stockRights } from '../rights.rules.ts';

/** One item of a stock adjustment; saved with it. */
export const stockAdjustmentLine = paper('stockAdjustmentLine', {
  title: ['调整明细', 'Adjustment line'],
  table: 'asstockadjustdetails',
  path: 'blade-maintenance/webApi/asstockadjustdetails',
  rights: stockRights,
  sight: 'shared',
  caption: 'itemName',
  hint: ['itemCode'],
  search: ['itemCode', 'itemName'],
  // An item counted twice would be posted twice.
  once: [
    {
      by: ['adjustId', 'materialId', 'materialStatus'],
      words: ['同一物料、同一状态在一张单上只能有一行', 'A document has one line of a material in a condition'],
    },
  ],
  fields: {
    adjustId: ref('stockAdjustment', ['调整单', 'Adjustment'], { required: true, filter: 'exact' }),
    materialId: ref('material', ['物料', 'Material'], { required: true, list: true, filter: 'exact' }),
    itemCode: text(['物料编码', 'Material code'], { auto: true, list: true, filter: 'like', max: 50, code: true }),
    itemName: text(['物料名称', 'Material name'], { auto: true, list: true, filter: 'like', max: 200 }),
    unit: dict(unit, ['单位', 'Unit'], { auto: true, list: true }),
    materialStatus: dict(materialStatus, ['物料状态', 'Condition'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'good',
    }),
    serialNos: text(['序列号', 'Serial nos.'], {
      list: true,
      max: 500,
      wide: true,
      help: [
        '按序列号管理的物料逐个填写，逗号分隔；盘点填实际看到的',
        'Materials tracked by serial: each number, comma separated; in a count those that were seen',
      ],
    }),
    bookQty: quantity(['账面数量', 'Book quantity'], { auto: true, list: true, min: 'any' }),
    countQty: quantity(['实盘数量', 'Counted'], { list: true, help: ['仅盘点填写', 'For counts only'] }),
    qty: quantity(['调整数量', 'Quantity moved'], {
      list: true,
      min: 'any',
      help: ['盘点时由实盘减账面得出', 'In a count: counted less book'],
    }),
    unitCost: price(['成本单价', 'Unit cost'], {
      help: ['空则取该仓库的平均成本', 'Empty: the average cost of the warehouse'],
    }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
  card: ['itemName', 'bookQty', 'countQty', 'qty'],
});
