import { dict } from '#kernel/fields/dict/dict.ts';
import { money } from '#kernel/fields/money/money.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { materialStatus, unit } from '#business/materials/dictionaries.ts';
import { costButton } from '#business/materials/rights.rules.ts';
import { returnReason } from '../dictionaries.ts';
import { returnRights } from '../rights.rules.ts';

/** One material of a return; saved with it. */
export const materialReturnLine = paper('materialReturnLine', {
  title: ['退料明细', 'Return line'],
  table: 'asreturnedmaterialsdetails',
  path: 'blade-maintenance/webApi/asreturnedmaterialsdetails',
  rights: returnRights,
  team: { through: 'returnId', paper: 'materialReturn' },
  mine: [
    {
      steps: [
        { paper: 'materialReturn', at: 'id', on: 'returnId' },
        { paper: 'technician', at: 'id', on: 'technicianId' },
      ],
      person: 'userId',
    },
  ],
  caption: 'itemName',
  hint: ['itemCode', 'returnQty'],
  indexed: { completionSuppliesId: 'returned old parts of a used part' },
  fields: {
    returnId: ref('materialReturn', ['退料单', 'Return'], { required: true, filter: 'exact' }),
    materialId: ref('material', ['物料', 'Material'], { required: true, list: true, filter: 'exact' }),
    itemCode: text(['物料编码', 'Material code'], { auto: true, list: true, filter: 'like', max: 50, code: true }),
    itemName: text(['物料名称', 'Material name'], { auto: true, list: true, filter: 'like', max: 200 }),
    unit: dict(unit, ['单位', 'Unit'], { auto: true, list: true }),
    materialStatus: dict(materialStatus, ['申报状态', 'Declared condition'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'good',
    }),
    checkedStatus: dict(materialStatus, ['检验状态', 'Inspected condition'], {
      auto: true,
      list: true,
      filter: 'exact',
    }),
    serialNos: text(['序列号', 'Serial nos.'], {
      list: true,
      max: 500,
      wide: true,
      help: ['按序列号管理的物料逐个填写，逗号分隔', 'Materials tracked by serial: each number, comma separated'],
    }),
    returnQty: quantity(['退料数量', 'Returned'], { required: true, list: true }),
    acceptQty: quantity(['实收数量', 'Accepted'], { auto: true, list: true }),
    completionId: ref('completion', ['旧件来源完工单', 'Old part of completion'], { filter: 'exact' }),
    // Not in the design: the used part whose old part is returned, and the condition in the books of the van. The
    // value and the accepted serial numbers are not in it either.
    completionSuppliesId: id(['旧件来源用料', 'Used part'], { wire: true, filter: 'exact' }),
    stockStatus: dict(materialStatus, ['账面状态', 'StockCondition in stock'], { auto: true }),
    acceptSerials: text(['实收序列号', 'Accepted serial nos.'], { auto: true, max: 500 }),
    amount: money(['金额', 'Amount'], { auto: true, readers: 'cost' }),
    returnReason: dict(returnReason, ['退料原因', 'Reason'], { required: true, list: true, filter: 'exact' }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
  buttons: costButton,
  card: ['itemName', 'returnQty', 'acceptQty', 'materialStatus'],
});
