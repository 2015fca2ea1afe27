import { dict } from '#kernel/fields/dict/dict.ts';
import { money } from '#kernel/fields/money/money.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { unit } from '#business/materials/dictionaries.ts';
import { costButton } from '#business/materials/rights.rules.ts';
import { lineStatus } from '../dictionaries.ts';
import { applyRights } from '../rights.rules.ts';

/** One material of a request; saved with it. */
export const materialApplyLine = paper('materialApplyLine', {
  title: ['领料明细', 'Request line'],
  table: 'asmaterialapplydetails',
  path: 'blade-maintenance/webApi/asmaterialapplydetails',
  rights: applyRights,
  team: { through: 'materialsApplyId', paper: 'materialApply' },
  mine: [
    {
      steps: [
        { paper: 'materialApply', at: 'id', on: 'materialsApplyId' },
        { paper: 'technician', at: 'id', on: 'technicianId' },
      ],
      person: 'userId',
    },
  ],
  caption: 'itemName',
  hint: ['itemCode', 'applyQty'],
  fields: {
    materialsApplyId: ref('materialApply', ['领料单', 'Request'], { required: true, filter: 'exact' }),
    materialId: ref('material', ['物料', 'Material'], { required: true, list: true, filter: 'exact' }),
    itemCode: text(['物料编码', 'Material code'], { auto: true, list: true, filter: 'like', max: 50, code: true }),
    itemName: text(['物料名称', 'Material name'], { auto: true, list: true, filter: 'like', max: 200 }),
    itmsGrpNam: text(['物料组', 'Material group'], { auto: true, list: true, filter: 'like', max: 64 }),
    spec: text(['规格', 'Specification'], { auto: true, list: true, max: 100 }),
    unit: dict(unit, ['单位', 'Unit'], { auto: true, list: true }),
    applyQty: quantity(['申请数量', 'Requested'], { required: true, list: true }),
    approvedQty: quantity(['核准数量', 'Approved'], { auto: true, list: true }),
    shippedQty: quantity(['已发数量', 'Shipped'], { auto: true, list: true }),
    closedQty: quantity(['关闭数量', 'Closed short'], { auto: true, list: true }),
    availableQty: quantity(['仓库可用', 'Available'], { computed: true, list: true }),
    personQty: quantity(['个人库现存', 'In the van'], { computed: true, list: true }),
    unitPrice: price(['单价', 'Unit price'], { auto: true, readers: 'cost' }),
    amount: money(['金额', 'Amount'], { auto: true, list: true, readers: 'cost' }),
    lineStatus: dict(lineStatus, ['行状态', 'Line state'], {
      auto: true,
      list: true,
      filter: 'exact',
      initial: 'open',
    }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
  buttons: costButton,
  card: ['itemName', 'applyQty', 'approvedQty', 'shippedQty', 'lineStatus'],
});
