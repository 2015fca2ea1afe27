import { englishDay } from '#kernel/language/days.ts';
import { no, refusals } from '#kernel/language/refusal.ts';

/** The refusals of material requests and shipments, in both languages. */
export const refuse = refusals('maintenance', {
  quantityExceeded: no(409, (about: { item: string; n: string }) => [
    `超出可发数量:${about.item} 还可发 ${about.n}`,
    `More than may be shipped: ${about.item}, ${about.n} left`,
  ]),
  applyOfAnother: no(403, ['只能为本人领料', 'You can request material for yourself only']),
  applyAboveLimit: no(403, (about: { limit: string }) => [
    `金额超过 ${about.limit} 元，需上一级审批`,
    `Above CNY ${about.limit} the next level decides`,
  ]),
  goodsStoreNeeded: no(400, ['请选择总仓或区域仓', 'Choose a main or area warehouse']),
  goodsQuantity: no(400, (about: { item: string }) => [
    `${about.item}的数量必须大于 0`,
    `The quantity of ${about.item} must be above 0`,
  ]),
  notAGood: no(400, (about: { item: string }) => [`${about.item}是服务，不能发料`, `${about.item} is a service`]),
  approvedAboveApplied: no(400, (about: { item: string; n: string }) => [
    `${about.item}的核准数量须在 0 至 ${about.n} 之间`,
    `The approved quantity of ${about.item} is from 0 to ${about.n}`,
  ]),
  nothingApproved: no(409, ['没有核准数量，请退回', 'Nothing is approved: send it back instead']),
  nothingOpen: no(409, (about: { no: string }) => [`${about.no}没有待发数量`, `${about.no} has nothing left to ship`]),
  lineOfOther: no(404, ['明细不属于本单据', 'The line belongs to another document']),
  linesInShipment: no(409, (about: { nos: string }) => [
    `发料单 ${about.nos} 正在处理，请先退回或移交`,
    `Shipment ${about.nos} is under way: send it back or hand it over first`,
  ]),
  oldPartsOwed: no(409, (about: { n: string; days: string; items: string }) => [
    `超过 ${about.days} 天未返还的旧件有 ${about.n} 件：${about.items}`,
    `${about.n} old parts are kept for more than ${about.days} days: ${about.items}`,
  ]),
  countMoved: no(409, (about: { items: string }) => [
    `点数期间账面变了：${about.items}，请重读账面再数这几种`,
    `The books changed during the count: ${about.items}. Read them again and count these`,
  ]),
  noVanHasIt: no(409, (about: { no: string }) => [
    `没有同事的车上有 ${about.no} 缺的物料`,
    `No van of a colleague has what ${about.no} lacks`,
  ]),
  differentPairs: no(400, [
    '只能合并同一仓库、同一技师的领料单',
    'Only requests of one warehouse and one technician make one shipment',
  ]),
  notReleased: no(409, (about: { no: string }) => [`${about.no}尚未下发`, `${about.no} is not released`]),
  allotNotOffered: no(400, ['调拨请用库存调整', 'Transfer stock by a stock adjustment']),
  remarkNeeded: no(400, ['直接发料请填写备注', 'A direct shipment needs a remark']),
  lineWithoutApply: no(400, (about: { item: string }) => [
    `${about.item}没有领料明细，请改为直接发料`,
    `${about.item} has no line of a request: make it a direct shipment`,
  ]),
  lineOfOtherApply: no(400, (about: { item: string }) => [
    `${about.item}的领料明细与发料单不符`,
    `The request of ${about.item} has another technician, warehouse or material`,
  ]),
  serialsNeeded: no(400, (about: { item: string; n: string }) => [
    `${about.item}按序列号管理：请填${about.n}个序列号`,
    `${about.item} is tracked by serial number: ${about.n} numbers are needed`,
  ]),
  serialNotThere: no(409, (about: { item: string; serial: string }) => [
    `序列号 ${about.serial}（${about.item}）不在发料仓库`,
    `Serial ${about.serial} of ${about.item} is not in the warehouse`,
  ]),
  serialPromised: no(409, (about: { item: string; serial: string; no: string }) => [
    `序列号 ${about.serial}（${about.item}）已在发料单 ${about.no}`,
    `Serial ${about.serial} of ${about.item} is on shipment ${about.no}`,
  ]),
  wholePieces: no(400, (about: { item: string }) => [
    `${about.item}按序列号管理，数量须为整数`,
    `${about.item} is tracked by serial number: whole pieces only`,
  ]),
  differenceNeeded: no(400, (about: { item: string }) => [
    `${about.item}少发，请填写差异原因`,
    `${about.item} is short: say why`,
  ]),
  courierNumber: no(400, ['快递请填写物流单号', 'A courier needs a tracking number']),
  alreadyReceived: no(409, (about: { no: string }) => [
    `${about.no}已由移交签收`,
    `${about.no} was received by its hand-over`,
  ]),
  receivedAboveShipped: no(400, (about: { item: string; n: string }) => [
    `${about.item}的签收数量不能超过实发 ${about.n}`,
    `${about.item}: ${about.n} were shipped, no more can be received`,
  ]),
  receivedLess: no(409, (about: { item: string; n: string }) => [
    `${about.item}已签收 ${about.n}，不能减少`,
    `${about.n} of ${about.item} are received: they stay`,
  ]),
  correctionOver: no(409, ['自动签收后 3 天内可更正一次', 'An automatic receipt is corrected once, within 3 days']),
  revertReceived: no(409, ['已有签收，不能撤销移交', 'Something was received: the hand-over stays']),
  revertClosed: no(409, (about: { no: string }) => [
    `领料单 ${about.no} 已关闭，不能撤销移交`,
    `Request ${about.no} is closed: the hand-over stays`,
  ]),
  revertPushed: no(409, ['已推送 SAP，不能撤销移交', 'It was sent to SAP: the hand-over stays']),
  notReceivedYet: no(409, [
    '收料人尚未签收，移交满 7 天后可关闭',
    'The receiver has not answered: it can be closed 7 days after the hand-over',
  ]),
  restInTransit: no(409, (about: { item: string; n: string }) => [
    `${about.item}还有 ${about.n} 在途，关闭请填写差异原因`,
    `${about.n} of ${about.item} are in transit: say why they are written off`,
  ]),
  returnOfAnother: no(403, ['只能为本人退料', 'You can return your own material only']),
  draftOfAnother: no(403, (about: { no: string }) => [
    `${about.no}不是本人写的草稿，请仓库删除`,
    `${about.no} is a draft of somebody else: the warehouse removes it`,
  ]),
  returnStoreNeeded: no(400, ['请选择总仓、区域仓或旧件库', 'Choose a main, area or old-part warehouse']),
  oldPartNotOwed: no(400, (about: { item: string }) => [
    `${about.item}没有该笔未返还的旧件`,
    `${about.item}: no such old part is owed`,
  ]),
  oldPartReturned: no(409, (about: { item: string; n: string }) => [
    `${about.item}的旧件已返还 ${about.n}，用料不能少于此数`,
    `${about.n} old parts of ${about.item} were returned: no fewer can be used`,
  ]),
  serialTwice: no(400, (about: { item: string; serial: string }) => [
    `序列号 ${about.serial}（${about.item}）重复`,
    `Serial ${about.serial} of ${about.item} is named twice`,
  ]),
  serialNotInVan: no(409, (about: { item: string; serial: string }) => [
    `序列号 ${about.serial}（${about.item}）不在个人库`,
    `Serial ${about.serial} of ${about.item} is not in the van`,
  ]),
  serialOnReturn: no(409, (about: { item: string; serial: string; no: string }) => [
    `序列号 ${about.serial}（${about.item}）已在退料单 ${about.no}`,
    `Serial ${about.serial} of ${about.item} is on return ${about.no}`,
  ]),
  acceptedAboveReturned: no(400, (about: { item: string; n: string }) => [
    `${about.item}的实收数量须在 0 至 ${about.n} 之间`,
    `The accepted quantity of ${about.item} is from 0 to ${about.n}`,
  ]),
  acceptedLess: no(400, (about: { item: string }) => [
    `${about.item}实收少于退料，请填写差异原因`,
    `Less of ${about.item} is accepted: say why`,
  ]),
  nothingAccepted: no(409, ['没有实收数量，请退回', 'Nothing is accepted: send it back instead']),
  toolsOfAnother: no(403, ['只能为本人申请工具', 'You can apply for your own tools only']),
  toolsOverdue: no(409, (about: { nos: string }) => [
    `工具申请 ${about.nos} 逾期未还，请先归还`,
    `Tools of ${about.nos} are overdue: return them first`,
  ]),
  returnDayNeeded: no(400, ['借用请填写计划归还日期', 'A loan needs the day on which it comes back']),
  toolQuantity: no(400, (about: { tool: string }) => [
    `${about.tool}的数量不正确（单件工具为 1）`,
    `The quantity of ${about.tool} is wrong (a single tool is 1)`,
  ]),
  toolShort: no(409, (about: { tool: string; n: string }) => [
    `${about.tool}可用数量不足，可用 ${about.n}`,
    `Not enough of ${about.tool}: ${about.n} available`,
  ]),
  singleTool: no(400, ['按序列号管理的工具须填出厂编号，数量为 1', 'A tool with a serial number is one piece']),
  calibrationDay: no(400, ['请填写以后的校准到期日', 'Fill in a later day of calibration']),
  toolStore: no(400, ['工具存放在总仓或区域仓', 'Tools are kept in a main or area warehouse']),
  toolSentWhere: no(400, ['只能送修或送校准', 'A tool is sent to repair or to calibration']),
  toolNotAway: no(409, (about: { tool: string; n: string }) => [
    `${about.tool}维修校准中只有 ${about.n}`,
    `Only ${about.n} of ${about.tool} are away`,
  ]),
  toolInUse: no(409, (about: { tool: string }) => [
    `${about.tool}在用，不能更改管理方式`,
    `${about.tool} is in use: its tracking stays`,
  ]),
  toolNotInStore: no(409, (about: { tool: string }) => [`${about.tool}不在库`, `${about.tool} is not in the store`]),
  calibrationOver: no(409, (about: { tool: string; day: string }) => [
    `${about.tool}校准已于 ${about.day} 到期，不能发放`,
    `The calibration of ${about.tool} ended on ${englishDay(about.day)}: it is not handed out`,
  ]),
  toolAboveApplied: no(400, (about: { tool: string; n: string }) => [
    `${about.tool}的发放数量不能超过申请 ${about.n}`,
    `${about.n} of ${about.tool} are requested, no more can be handed out`,
  ]),
  toolAboveOut: no(400, (about: { tool: string }) => [
    `${about.tool}的归还、丢失、损坏之和超过发放数量`,
    `${about.tool}: more is back, lost or damaged than was handed out`,
  ]),
  toolLess: no(409, (about: { tool: string }) => [
    `${about.tool}已登记的数量不能减少`,
    `The stored quantities of ${about.tool} stay`,
  ]),
  toolNotOut: no(409, (about: { tool: string }) => [
    `${about.tool}尚未发放，不能加照片`,
    `${about.tool} is not handed out: it takes no photo`,
  ]),
  toolPhotosFull: no(409, (about: { tool: string; n: string }) => [
    `${about.tool}的照片已有 ${about.n} 张`,
    `${about.tool} has ${about.n} photos already`,
  ]),
  nothingLost: no(400, ['请填写丢失明细', 'Name what is lost']),
  compensationAbove: no(400, (about: { tool: string; most: string }) => [
    `${about.tool}的赔偿金额不能超过残值 ${about.most}`,
    `The compensation for ${about.tool} is at most its residual value, ${about.most}`,
  ]),
  sapAdapterMissing: no(409, [
    '未接入SAP，或接口未在服务器上配置',
    'SAP is not connected, or its adapter is not set up',
  ]),
  sapRowIncomplete: no(400, [
    '请填写幂等键、SAP单据、物料编码和数量',
    'Fill in key, SAP object, material code and quantity',
  ]),
  nothingToPush: no(409, (about: { no: string }) => [
    `${about.no}没有待推送的流水`,
    `${about.no} has no rows to send to SAP`,
  ]),
  nothingToAdopt: no(409, (about: { item: string }) => [
    `${about.item}没有可采用的差异`,
    `${about.item} has no difference to adopt`,
  ]),
  adoptCountsOnly: no(409, (about: { item: string }) => [
    `${about.item}不是盘点差，请先推送、核对重推或对应料号`,
    `${about.item} is no count difference: push it, ask SAP again or match its code first`,
  ]),
  adoptSerial: no(409, (about: { item: string }) => [
    `${about.item}按序列号管理，请按实物盘点`,
    `${about.item} is tracked by serial number: count the pieces`,
  ]),
  adoptOneStore: no(409, (about: { item: string }) => [
    `${about.item}的差异涉及多个仓库，请指定能承担差异的仓库`,
    `The difference of ${about.item} concerns several stores: name one that has it`,
  ]),
  sapOpen: no(409, ['SAP 推送未完成，不能关闭', 'SAP is not up to date: it cannot be closed']),
});
