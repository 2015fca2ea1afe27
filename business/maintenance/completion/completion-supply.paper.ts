import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { money } from '#kernel/fields/money/money.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { payer } from '../dictionaries.ts';
import { completionRights } from '../rights.rules.ts';

/** One part used at a door: from whose store, at what price, at whose cost. */
export const completionSupply = paper('completionSupply', {
  title: ['完工用料', 'Parts used'],
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
    materialId: ref('material', ['物料', 'Item'], { required: true, list: true, filter: 'exact' }),
    itemName: text(['物料名称', 'Item name'], { auto: true, list: true, filter: 'like', max: 200 }),
    schemeSuppliesId: id(['对应耗材', 'Scheme consumable'], { filter: 'exact' }),
    warehouseId: ref('warehouse', ['出库(个人库)', 'From store'], { required: true, filter: 'exact' }),
    qty: quantity(['数量', 'Quantity'], { required: true, list: true, initial: '1' }),
    serialNos: text(['序列号', 'Serials'], { max: 500, wide: true, help: ['按序列号管理的物料逐个填写，逗号分隔', 'Items tracked by serial: each number, comma separated'] }),
    unitPrice: price(['单价', 'Unit price'], { required: true, list: true, copied: { from: 'materialId', field: 'salePrice' } }),
    amount: money(['金额', 'Amount'], { auto: true, list: true }),
    payer: dict(payer, ['费用承担', 'Paid by'], { required: true, list: true, filter: 'exact', initial: 'customer' }),
    oldPartReturn: flag(['旧件回收', 'Old part taken'], { list: true, filter: 'exact' }),
    oldPartQty: quantity(['旧件数量', 'Old quantity'], { list: true }),
    // Not named by the design: how much of it the ledger has taken already, of the part and of the old part.
    postedQty: quantity(['已过账数量', 'Posted'], { auto: true }),
    postedOldQty: quantity(['已过账旧件', 'Old parts posted'], { auto: true }),
    consumeLedgerId: ref('stockMove', ['库存流水', 'Ledger entry'], { auto: true }),
  },
  shownWhen: { oldPartQty: { field: 'oldPartReturn', is: [true] } },
  card: ['itemName', 'qty', 'unitPrice', 'amount', 'payer'],
});
