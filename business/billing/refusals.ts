import { no, refusals } from '#kernel/language/refusal.ts';

/** The refusals about collections and invoices, in both languages. */
export const refuse = refusals('maintenance', {
  completionOrScheme: no(400, [
    '一笔收款只能属于完工单或维保方案之一',
    'A collection is for a completion or a service contract, not for both',
  ]),
  schemeFeeNeedsScheme: no(400, ['方案费须选择维保方案', 'A contract fee names its service contract']),
  ownCash: no(403, ['接收人不能是收款技师本人', 'Cash must be handed over to somebody other than who collected it']),
  nothingToHandOver: no(409, ['金额为零，无需交款', 'There is nothing to hand over']),
  notHandedOver: no(409, (about: { no: string }) => [
    `${about.no}尚未交款，不能审核`,
    `${about.no} is not handed over yet and cannot be approved`,
  ]),
  voucherMissing: no(409, (about: { no: string }) => [
    `${about.no}缺少收款凭证，不能审核`,
    `${about.no} has no voucher and cannot be approved`,
  ]),
  ownCollection: no(403, [
    '不能审核本人收取或录入的款项',
    'Money is approved by somebody who neither took it nor wrote it down',
  ]),
  amountsDisagree: no(409, (about: { no: string; header: string; rows: string }) => [
    `完工单 ${about.no} 实收 ${about.header} 元与收款明细合计 ${about.rows} 元不符`,
    `Completion ${about.no} says CNY ${about.header} received, its rows say ${about.rows}`,
  ]),
  feeExceeded: no(400, (about: { fee: string; feeEn: string; left: string }) => [
    `${about.fee}应收超过完工单，最多还可 ${about.left} 元`,
    `${about.feeEn}: the completion leaves CNY ${about.left} at most`,
  ]),
  alreadyOnTrack: no(409, (about: { no: string }) => [
    `${about.no}已交款或已开票，金额与收款方式不能修改`,
    `${about.no} is handed over or invoiced: amount and way of payment stay`,
  ]),
  completionClosed: no(409, [
    '完工单已提交，收款明细不能删除',
    'The completion is submitted: its collections are not removed',
  ]),
  financeOnly: no(403, [
    '退款、多收由财务处理，并填写原因',
    'Only finance records refunds and overpayments, with a reason',
  ]),
  refundWithoutOrigin: no(400, [
    '负数金额是退款，请选择原收款',
    'An amount below 0 is a refund: choose the row it takes back',
  ]),
  refundExceeded: no(400, (about: { left: string }) => [
    `退款金额超过实收，最多可退 ${about.left} 元`,
    `More than was received: CNY ${about.left} at most`,
  ]),
  refundOther: no(400, ['退款与原收款不是同一客户', 'The refund is of another customer']),
  otherCustomers: no(400, ['一张发票只能开给同一客户的收款', 'An invoice is for collections of one customer']),
  invoiceTooHigh: no(400, (about: { left: string }) => [
    `开票金额超过未开票金额 ${about.left} 元`,
    `Above what is not invoiced yet: CNY ${about.left}`,
  ]),
  invoiceLeavesRows: no(400, (about: { no: string }) => [
    `开票金额分摊不到 ${about.no}，请去掉该行或加大金额`,
    `Nothing of the amount is left for ${about.no}: leave the row out or raise the amount`,
  ]),
  invoiceNothing: no(400, ['开票金额必须大于 0', 'The amount must be above 0']),
  invoiceNoUsed: no(409, (about: { no: string }) => [
    `发票号码 ${about.no} 已使用过，冲销的号码也不能再用`,
    `Invoice no. ${about.no} was used before; a cancelled number is not used again`,
  ]),
  taxNoNeeded: no(400, ['专票请填写税号', 'A special VAT invoice needs the tax number']),
  monthClosed: no(409, (about: { month: string }) => [
    `${about.month} 及以前的收款月份已关账`,
    `Collections are closed up to ${about.month}`,
  ]),
  pieceSettled: no(409, (about: { no: string }) => [
    `计件单 ${about.no} 已结算，不能取消审核`,
    `Piecework ${about.no} is settled: the approval stays`,
  ]),
  approvedSince: no(409, (about: { no: string }) => [
    `${about.no}已审核，请先取消审核`,
    `${about.no} was approved since: take the approval back first`,
  ]),
  belowRefunds: no(409, (about: { refunded: string }) => [
    `该收款已退款${about.refunded}元，实收不能低于此数`,
    `CNY ${about.refunded} of this row were refunded: the amount cannot be less`,
  ]),
  hasRefund: no(409, ['该收款已有退款，不能取消审核', 'A refund refers to this row: the approval stays']),
  paymentUnreadable: no(400, ['缺少支付渠道、流水号或金额', 'Channel, transaction number or amount is missing']),
});
