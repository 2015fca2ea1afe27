import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { money } from '#kernel/fields/money/money.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { payer } from '#business/intake/dictionaries.ts';
import { completionRights } from '../rights.rules.ts';

/** A part that was used, with its van, price and payer. */
export const completionSupply = paper('completionSupply', {
  title: ['完工用料', 'Parts used'],
  plural: 'Parts used',
  table: 'ascompletionsupplies',
  path: 'blade-maintenance/webApi/ascompletionsupplies',
  rights: completionRights,
  team: { through: 'completionId', paper: 'completion' },
  caption: 'itemName',
  hint: ['qty'],
  search: ['itemName'],
  fields: {
    completionId: ref('completion', ['完工单', 'Completion'], { required: true, filter: 'exact' }),
    equipmentId: ref('equipment', ['设备', 'Equipment'], { filter: 'exact' }),
    materialId: ref('material', ['物料', 'Material'], { required: true, list: true, filter: 'exact' }),
    itemName: text(['物料名称', 'Material name'], { auto: true, list: true, filter: 'like', max: 200 }),
    schemeSuppliesId: id(['对应耗材', 'Contract consumable'], { wire: true, filter: 'exact' }),
    warehouseId: ref('warehouse', ['出库（个人库）', 'From store'], {
      filter: 'exact',
      help: ['不填取主技师的个人库', 'Empty: the van of the technician who led the visit'],
    }),
    qty: quantity(['数量', 'Quantity'], { required: true, list: true, initial: '1' }),
    serialNos: text(['序列号', 'Serial nos.'], {
      max: 500,
      wide: true,
      help: ['按序列号管理的物料逐个填写，逗号分隔', 'Materials tracked by serial: each number, comma separated'],
    }),
    unitPrice: price(['单价', 'Unit price'], {
      required: true,
      list: true,
      copied: { from: 'materialId', field: 'salePrice' },
    }),
    amount: money(['金额', 'Amount'], { auto: true, list: true }),
    payer: dict(payer, ['费用承担', 'Paid by'], { required: true, list: true, filter: 'exact', initial: 'customer' }),
    // Beyond the design document: the end of the part warranty of the same part that was installed earlier in this
    // machine.
    partWarrantyUntil: day(['配件质保至', 'Part warranty until'], { auto: true, list: true }),
    oldPartReturn: flag(['旧件回收', 'Old part taken'], { list: true, filter: 'exact' }),
    oldPartQty: quantity(['旧件数量', 'Old quantity'], { list: true }),
    oldSerialNos: text(['旧件序列号', 'Serials of the old parts'], {
      max: 500,
      wide: true,
      help: ['按序列号管理的旧件逐个填写，逗号分隔', 'Old parts tracked by serial: each number, comma separated'],
    }),
    // Beyond the design document: the quantities and serial numbers that are already posted to stock, of used and of
    // old parts.
    postedQty: quantity(['已过账数量', 'Posted'], { auto: true }),
    postedOldQty: quantity(['已过账旧件', 'Old parts posted'], { auto: true }),
    postedSerials: text(['已过账序列号', 'Serials posted'], { auto: true, max: 500 }),
    postedOldSerials: text(['已过账旧件序列号', 'Old serials posted'], { auto: true, max: 500 }),
    consumeLedgerId: ref('stockMove', ['库存流水', 'Ledger entry'], { auto: true }),
  },
  shownWhen: {
    oldPartQty: { field: 'oldPartReturn', is: [true] },
    oldSerialNos: { field: 'oldPartReturn', is: [true] },
  },
  card: ['itemName', 'qty', 'unitPrice', 'amount', 'payer'],
});
