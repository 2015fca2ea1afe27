import { dict } from '#kernel/fields/dict/dict.ts';
import { money } from '#kernel/fields/money/money.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { materialStatus, unit } from '#business/materials/dictionaries.ts';
import { costButton } from '#business/materials/rights.rules.ts';
import { shipmentRights } from '../rights.rules.ts';

/** One material of a shipment; saved with it. */
export const materialShipmentLine = paper('materialShipmentLine', {
  title: ['发料明细', 'Shipment line'],
  table: 'asmaterialshipmentsdetails',
  path: 'blade-maintenance/webApi/asmaterialshipmentsdetails',
  rights: shipmentRights,
  team: { through: 'materialShipmentsId', paper: 'materialShipment' },
  mine: [
    {
      steps: [
        { paper: 'materialShipment', at: 'id', on: 'materialShipmentsId' },
        { paper: 'technician', at: 'id', on: 'technicianId' },
      ],
      person: 'userId',
    },
  ],
  caption: 'itemName',
  hint: ['itemCode', 'shipQty'],
  fields: {
    materialShipmentsId: ref('materialShipment', ['发料单', 'Shipment'], { required: true, filter: 'exact' }),
    applyDetailId: ref('materialApplyLine', ['领料明细', 'Request line'], { filter: 'exact' }),
    materialId: ref('material', ['物料', 'Material'], { required: true, list: true, filter: 'exact' }),
    itemCode: text(['物料编码', 'Material code'], { auto: true, list: true, filter: 'like', max: 50, code: true }),
    itemName: text(['物料名称', 'Material name'], { auto: true, list: true, filter: 'like', max: 200 }),
    itmsGrpNam: text(['物料组', 'Material group'], { auto: true, list: true, filter: 'like', max: 64 }),
    unit: dict(unit, ['单位', 'Unit'], { auto: true, list: true }),
    materialStatus: dict(materialStatus, ['物料状态', 'Condition'], {
      required: true,
      list: true,
      initial: 'good',
    }),
    serialNos: text(['序列号', 'Serial nos.'], {
      list: true,
      max: 500,
      wide: true,
      help: ['按序列号管理的物料逐个填写，逗号分隔', 'Materials tracked by serial: each number, comma separated'],
    }),
    planQty: quantity(['应发数量', 'To ship'], { required: true, list: true }),
    shipQty: quantity(['实发数量', 'Shipped'], { required: true, list: true }),
    receivedQty: quantity(['签收数量', 'Received'], { auto: true, list: true }),
    // Not in the design: the numbers among them that have arrived.
    receivedSerials: text(['已签收序列号', 'Received serial nos.'], { auto: true, max: 500 }),
    availableQty: quantity(['仓库可用', 'Available'], { computed: true, list: true }),
    diffReason: text(['差异原因', 'Difference'], { list: true, max: 255, wide: true }),
    unitPrice: price(['单价', 'Unit price'], { auto: true, readers: 'cost' }),
    amount: money(['金额', 'Amount'], { auto: true, list: true, readers: 'cost' }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
  buttons: costButton,
  card: ['itemName', 'planQty', 'shipQty', 'receivedQty'],
});
