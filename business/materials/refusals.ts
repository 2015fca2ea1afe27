import { no, refusals } from '#kernel/language/refusal.ts';
import { englishDay } from '#kernel/language/days.ts';

/** The refusals about stock, in both languages. */
export const refuse = refusals('maintenance', {
  stockShort: no(409, (about: { item: string; n: string }) => [
    `库存不足:${about.item} 可用 ${about.n}`,
    `Not enough stock: ${about.item}, ${about.n} available`,
  ]),
  stockShortThen: no(409, (about: { item: string; day: string; n: string }) => [
    `库存不足:${about.item} 在 ${about.day} 的结存会变为 ${about.n}`,
    `Not enough stock: ${about.item} would stand at ${about.n} on ${englishDay(about.day)}`,
  ]),
  quantityNotPositive: no(400, (about: { item: string }) => [
    `${about.item}的数量必须大于 0`,
    `The quantity of ${about.item} must be above 0`,
  ]),
  samePlace: no(400, ['调出与调入不能是同一仓库', 'From and to may not be the same warehouse']),
  monthClosed: no(409, (about: { month: string }) => [
    `${about.month} 及以前的库存月份已关账，不能过账`,
    `Stock is closed up to ${about.month}: nothing can be posted there`,
  ]),
  postDateAhead: no(400, ['过账日期不能晚于今天', 'The posting date may not lie in the future']),
  postDateUnreadable: no(400, ['过账日期不正确', 'That is no posting date']),
  serialNeeded: no(400, (about: { item: string }) => [
    `${about.item}按序列号管理：每个序列号数量为 1`,
    `${about.item} is tracked by serial number: one piece for each number`,
  ]),
  serialNotKept: no(400, (about: { item: string }) => [
    `${about.item}不按序列号管理`,
    `${about.item} is not tracked by serial number`,
  ]),
  serialElsewhere: no(409, (about: { item: string; serial: string; store: string }) => [
    `序列号 ${about.serial}（${about.item}）已在${about.store}`,
    `Serial ${about.serial} of ${about.item} is in ${about.store} already`,
  ]),
  serialNotReserved: no(400, (about: { item: string }) => [
    `${about.item}按序列号管理，发料时选号，不能占用`,
    `${about.item} is tracked by serial number: it is chosen when it is handed out, not reserved`,
  ]),
  reverseTooMuch: no(409, (about: { no: string }) => [
    `冲销超过原流水 ${about.no}`,
    `More is reversed than ${about.no} moved`,
  ]),
  reverseOther: no(400, (about: { no: string }) => [
    `冲销与原流水 ${about.no} 的物料或方向不符`,
    `The reversal does not answer ${about.no}: other material or direction`,
  ]),
  openingHasMoves: no(409, (about: { item: string }) => [
    `${about.item}在该仓库已有流水，不能再做期初`,
    `${about.item} has moved in this warehouse already: no opening balance`,
  ]),
  transferTarget: no(400, ['调拨请选择另一个调入仓库', 'A transfer needs another warehouse to move to']),
  supplierDocNeeded: no(400, ['采购入库请填写供应商单据号', 'A purchase needs the document of its supplier']),
  purchaseBySap: no(409, [
    '该仓库由 SAP 收货，不能手工采购入库',
    'This warehouse receives its goods by SAP: no purchase by hand',
  ]),
  purchaseCost: no(400, (about: { item: string }) => [
    `请填写${about.item}的采购单价`,
    `Fill in the unit cost of ${about.item}`,
  ]),
  realStoreNeeded: no(400, ['请选择实体仓库', 'Choose a warehouse that is a real place']),
  adjustNotDraft: no(409, (about: { no: string }) => [
    `${about.no}已审批，明细不能修改`,
    `${about.no} is approved: its lines stay as they are`,
  ]),
  countMissing: no(400, (about: { item: string }) => [
    `请填写${about.item}的实盘数量`,
    `Fill in the counted quantity of ${about.item}`,
  ]),
  serialsUneven: no(400, (about: { item: string; n: string }) => [
    `${about.item}的序列号个数应为 ${about.n}`,
    `${about.item} needs ${about.n} serial numbers`,
  ]),
  lineTwice: no(409, (about: { item: string }) => [`${about.item}重复`, `${about.item} appears twice`]),
  ownDocument: no(403, ['不能审批本人提交的单据', 'You cannot approve your own document']),
  aboveLimit: no(403, (about: { limit: string }) => [
    `调整金额超过 ${about.limit} 元，需经理审批`,
    `Above CNY ${about.limit} the manager approves`,
  ]),
  virtualOnce: no(409, (about: { name: string }) => [
    `该类型的仓库只能有一个：${about.name}`,
    `There is one warehouse of this type only: ${about.name}`,
  ]),
  personStoreOnce: no(409, (about: { name: string }) => [
    `该技师已有个人库：${about.name}`,
    `This technician has a store already: ${about.name}`,
  ]),
  personStoreNeeds: no(400, ['个人库请选择所属技师', 'A person store needs its technician']),
  storeNotEmpty: no(409, [
    '仓库还有库存，不能删除、停用或改类型',
    'The warehouse is not empty: it cannot be removed, disabled or change its type',
  ]),
  itemInStock: no(409, [
    '物料已有库存流水，不能修改管理方式或单位',
    'The material has moved already: tracking and unit stay',
  ]),
  accessoryOfItself: no(400, ['物料不能是自己的配件', 'A material cannot be part of itself']),
  sapItemUnknown: no(404, (about: { code: string }) => [
    `SAP 中没有物料 ${about.code}`,
    `SAP has no material ${about.code}`,
  ]),
  groupUnknown: no(400, [
    'by 只能是 material、warehouse、group、condition、technician',
    'by is material, warehouse, group, condition or technician',
  ]),
});
