import { no, refusals } from '#kernel/language/refusal.ts';

/** The refusals of service contracts, in both languages. */
export const refuse = refusals('maintenance', {
  typeCircle: no(400, ['上级类型不能是自己或下级', 'A type cannot be below itself']),
  seasonUnreadable: no(400, ['季节窗口的日期写作 月-日', 'Days of season windows are written MM-DD']),
  seasonsMissing: no(400, ['按季节推算须填写季节窗口', 'A plan by season needs season windows']),
  revisionOpen: no(409, (about: { no: string }) => [
    `${about.no}是它的下一版草稿，请先发布或删除`,
    `${about.no} is the draft of its next revision: publish or delete it first`,
  ]),
  templateNotPublished: no(409, (about: { no: string }) => [
    `模板${about.no}未发布，不能售出`,
    `Template ${about.no} is not published and cannot be sold`,
  ]),
  schemeFileOfOther: no(400, ['服务档案不属于该客户', 'The service file belongs to another customer']),
  termBackwards: no(400, ['结束日期不能早于开始日期', 'The end may not be before the start']),
  openingFixed: no(409, ['期初数据保存后不能修改', 'What a contract brought along cannot be changed later']),
  openingTooMany: no(400, ['期初已用次数不能多于总次数', 'More visits were used than there are']),
  openingTooMuch: no(400, ['期初已收不能多于成交价', 'More was received than the price']),
  schemeIsLive: no(409, ['生效方案请走变更', 'An active contract is changed by its actions']),
  schemeWithoutMachine: no(409, (about: { no: string }) => [
    `${about.no}没有设备，不能生效`,
    `${about.no} has no machine and cannot be activated`,
  ]),
  schemeUnpaid: no(409, (about: { no: string; open: string }) => [
    `${about.no}还有 ${about.open} 元未收，不能生效`,
    `${about.no}: CNY ${about.open} are not received, it cannot be activated`,
  ]),
  schemeOver: no(409, (about: { no: string; day: string }) => [
    `${about.no}已于${about.day}到期`,
    `${about.no} ended on ${about.day}`,
  ]),
  visitUnderWay: no(409, (about: { no: string }) => [
    `登记单${about.no}正在上门，完成后再终止`,
    `Work order ${about.no} is under way: terminate after it`,
  ]),
  schemeHeld: no(409, (about: { what: string; whatEn: string; no: string }) => [
    `${about.what}${about.no}未结，不能终止`,
    `${about.whatEn} ${about.no} is open: it cannot be terminated`,
  ]),
  noVisitsLeft: no(409, (about: { no: string }) => [
    `方案${about.no}没有剩余次数`,
    `Service contract ${about.no} has no visits left`,
  ]),
  noVisitTaken: no(400, ['至少扣减一次', 'At least one visit is taken']),
  schemeNotActive: no(409, (about: { no: string }) => [
    `方案${about.no}未生效`,
    `Service contract ${about.no} is not active`,
  ]),
  schemeOfOther: no(400, (about: { no: string }) => [
    `方案${about.no}不属于该客户的这份档案`,
    `Service contract ${about.no} is of another customer or home`,
  ]),
  schemeTwice: no(400, ['同一方案只能写一行', 'Each service contract is named once']),
  noSchemeFits: no(400, ['没有适用的维保方案', 'No service contract covers this work']),
  severalSchemesFit: no(400, (about: { nos: string }) => [
    `有多份方案适用，请选择一份：${about.nos}`,
    `Several service contracts fit, choose one: ${about.nos}`,
  ]),
  orderNotOpen: no(409, (about: { no: string }) => [
    `登记单${about.no}已开始服务或已结束，不能改方案`,
    `Work order ${about.no} is being served or over: its contract stays`,
  ]),
  schemeLinked: no(409, ['这张登记单已用此方案', 'This work order already uses the contract']),
  machineOfOtherHome: no(400, ['设备不属于该方案的客户', 'The machine belongs to another customer']),
  suppliesWarned: no(409, (about: { name: string }) => [
    `${about.name}有未处理的预警，不能移除`,
    `${about.name} has an open warning and stays`,
  ]),
  schemeTakesSchemeFee: no(400, ['维保方案的收款，费用类型须为方案费', 'Money for a contract is a contract fee']),
  priceExceeded: no(409, (about: { no: string; left: string }) => [
    `方案${about.no}的应收超过成交价，还可收 ${about.left} 元`,
    `More than the price of ${about.no}: CNY ${about.left} left`,
  ]),
  priceTooLow: no(409, (about: { no: string; least: string }) => [
    `方案${about.no}已有应收 ${about.least} 元，成交价不能更低`,
    `${about.no} has collections of CNY ${about.least}: its price may not be lower`,
  ]),
  payerFixed: no(409, (about: { no: string }) => [
    `方案${about.no}已有收款，不能改客户`,
    `${about.no} has collections: its customer stays`,
  ]),
  schemeOfOtherPayer: no(400, ['方案不属于该客户', 'The contract belongs to another customer']),
});
